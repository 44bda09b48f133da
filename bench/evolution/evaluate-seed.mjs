/**
 * One seed between two versions: full monitoring must find it, then each variant is asked. Decisions are made in this
 * process; variants that watch the same specs in the same code share a run.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { changedNodes, decide } from '../../dist/src/evolve/decide.js'
import { looksLikeTest } from '../../dist/src/evolve/project-files.js'
import { ProjectSnapshot } from '../../dist/src/evolve/project-snapshot.js'
import { isConfiguration } from '../../dist/src/evolve/read-configuration.js'
import { signalWordsOf, vocabularyOf } from '../../dist/src/evolve/signal-words.js'
import { affectedBy, variantNames, variantOf } from '../../dist/src/evolve/variant.js'
import { isToolPackage } from '../../dist/src/load/own-code.js'
import { readCatalogue } from '../../dist/src/load/read-catalogue.js'
import { compileSpec } from '../../dist/src/spec/compile-spec.js'
import { executedFunctions } from './executed-functions.mjs'
import { explainMiss } from './explain-miss.mjs'
import { makeSeed, seedSpecs } from './seed.mjs'

const main = fileURLToPath(new URL('../../dist/jsmop.cjs', import.meta.url))
const specs = (await readCatalogue())
  .filter(({ id }) => seedSpecs.includes(id))
  .map((spec) => signalWordsOf(compileSpec(spec)))
const vocabulary = vocabularyOf(specs)

function snapshotOf(folder, command) {
  return new ProjectSnapshot({ root: folder, command, vocabulary, known: undefined, isTool: isToolPackage })
}

const sumsOf = (snapshot) => Object.fromEntries(snapshot.checksums())

/** Own sources that can be seeded. */
function sourcesOf(folder, snapshot) {
  const files = [...snapshot.modules.keys()].filter(
    (file) => file.endsWith('.js') && !looksLikeTest(file) && !/bench|example|dist\//.test(file),
  )
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
}

function fill(work, version, texts) {
  for (const name of readdirSync(work)) if (name !== '.jsmop') rmSync(path.join(work, name), { recursive: true })
  cpSync(version, work, { recursive: true })
  for (const [file, text] of texts) {
    const place = path.join(work, file)
    mkdirSync(path.dirname(place), { recursive: true })
    if (text === undefined) rmSync(place)
    else writeFileSync(place, text)
  }
}

/** The result of a run, or undefined when the command failed. */
function monitor(work, command, extra) {
  const out = path.join(work, '.jsmop/evaluated')
  const options = [...seedSpecs.flatMap((id) => ['--spec', id]), '--since', 'last', ...extra]
  const reports = ['--fail-on', 'never', '--reporter', 'json', '--out', out]
  const ended = spawnSync('node', [main, 'run', ...options, ...reports, '--', ...command], {
    cwd: work,
    stdio: 'ignore',
    timeout: 120_000,
  })
  return ended.status === 0 ? JSON.parse(readFileSync(path.join(out, 'result.json'), 'utf8')) : undefined
}

/** By file: its text, or undefined for one that the later version has not. */
function configurationsOf(earlier, later) {
  const [before, after] = [earlier, later].map((version) =>
    readdirSync(version, { recursive: true }).filter(
      (file) => path.basename(file) === 'package.json' || isConfiguration(file),
    ),
  )
  return new Map([
    ...before.map((file) => [file, undefined]),
    ...after.map((file) => [file, readFileSync(path.join(later, file), 'utf8')]),
  ])
}

const executed = new Map()

/**
 * `{ seed, variants }`, or `{ why }` when the attempt does not count, with `final` when no other could. Both versions get the
 * manifests and configurations of the later one: with another, everything is monitored and there is nothing to compare.
 */
export function evaluateSeed({ home, command, from, to, pick }) {
  const work = path.join(home, 'work')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work)
  const [first, second] = [from, to].map((version) => path.join(home, 'versions', version))
  const configurations = configurationsOf(first, second)
  fill(work, first, configurations)
  const old = snapshotOf(work, command)
  const before = sourcesOf(work, old)
  fill(work, second, new Map())
  const plain = snapshotOf(work, command)
  const differing = changedNodes(sumsOf(old), plain.checksums())
  if (!executed.has(second)) executed.set(second, executedFunctions(work, command))
  if (executed.get(second) === undefined) return { why: 'the tests fail', final: true }
  const seed = makeSeed({
    before,
    after: sourcesOf(work, plain),
    executed: executed.get(second),
    changed: differing,
    affected: affectedBy(differing, plain.graph, 'ps1'),
    graph: plain.graph,
    pick,
  })
  if (seed === undefined) return { why: 'no function that tests run is affected by the change', final: true }
  const isSeed = ({ spec, file, line }) => spec === seed.spec && file === seed.module && line === seed.line
  // The earlier version, seeded, is monitored in full and leaves the state.
  fill(work, first, new Map([...configurations, ...seed.before]))
  const earlier = monitor(work, command, [])
  if (earlier === undefined) return { why: 'the tests of the earlier version fail with the seed' }
  if (earlier.violations.some(isSeed)) return { why: 'the earlier version has the violation' }
  const kept = readFileSync(path.join(work, '.jsmop/state.json'))
  const sums = sumsOf(snapshotOf(work, command))
  // The later one too, which says what there is to find.
  rmSync(path.join(work, '.jsmop'), { recursive: true })
  fill(work, second, seed.after)
  const full = monitor(work, command, [])
  if (full === undefined) return { why: 'the tests fail with the seed' }
  if (!full.violations.some(isSeed)) return { why: 'full monitoring does not find it' }
  const places = new Set(full.violations.map(({ spec, file, line }) => `${spec} ${file}:${line}`))
  const snapshot = snapshotOf(work, command)
  const changed = changedNodes(sums, snapshot.checksums())
  const outcomes = new Map()
  const variants = {}
  for (const name of variantNames) {
    const decision = decide({ snapshot, changed, variant: variantOf(name), specs, libraries: true })
    const key = JSON.stringify([decision.specs, decision.excluded, decision.libraries])
    if (!outcomes.has(key)) {
      writeFileSync(path.join(work, '.jsmop/state.json'), kept)
      const result = monitor(work, command, ['--variant', name])
      if (result === undefined) return { why: 'the tests fail under a variant' }
      if (result.evolution.decision === 'full') return { why: `everything is monitored: ${result.evolution.why}` }
      outcomes.set(
        key,
        result.violations.filter((violation) => violation.new === true),
      )
    }
    const outcome = outcomes.get(key)
    const fate = outcome.some(isSeed)
      ? { fate: 'found' }
      : (explainMiss({ name, decision, seed, changed, graph: snapshot.graph }) ?? { fate: 'unexplained' })
    variants[name] = {
      ...fate,
      specs: decision.specs.length,
      affected: [...decision.affected].filter((node) => snapshot.modules.has(node)).length / snapshot.modules.size,
      falseAlarms: outcome.filter(({ spec, file, line }) => !places.has(`${spec} ${file}:${line}`)).length,
    }
  }
  const { spec, module, line } = seed
  return { seed: { spec, module, line, sleeping: seed.before.size > 0 }, variants }
}
