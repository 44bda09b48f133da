/** `jsmop doctor`: what would not be monitored here, and why. Ends with 70 when nothing could be. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CommandFunction, exitCode } from '../command.ts'
import { chooseSpecs } from '../choose-specs.ts'
import { configure } from '../configuration.ts'
import { findProject } from '../find-runner.ts'
import { cacheFolder, homeFolder } from '../folders.ts'
import type { Io } from '../io.ts'
import { version } from '../version.ts'

interface Finding {
  readonly kind: 'ok' | 'note' | 'problem'
  readonly text: string
}

export const doctor: CommandFunction = async ({ options }, io) => {
  const findings = [
    ...runtime(),
    ...(await specs(io)),
    ...project(io),
    ...environment(io),
    ...writable(io),
    ...secondCopies(io),
  ]
  if (options['json'] === true) io.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
  else io.stdout.write(`${findings.map(({ kind, text }) => `${signs[kind]} ${text}`).join('\n')}\n`)
  return findings.some(({ kind }) => kind === 'problem') ? exitCode.fault : exitCode.ok
}

const signs = { ok: 'ok     ', note: 'note   ', problem: 'problem' }
const ok = (text: string): Finding => ({ kind: 'ok', text })
const note = (text: string): Finding => ({ kind: 'note', text })
const problem = (text: string): Finding => ({ kind: 'problem', text })

function runtime(): Finding[] {
  const { node } = process.versions
  const [major, minor] = node.split('.').map(Number)
  const enough = major! > 20 || (major === 20 && minor! >= 19)
  return [
    enough ? ok(`JSMOP ${version()} on Node ${node}`) : problem(`Node ${node} is too old: JSMOP needs 20.19 or later`),
  ]
}

async function specs(io: Io): Promise<Finding[]> {
  const { values, origins } = await configure(io.cwd, {})
  const chosen = await chooseSpecs(values, io)
  return [
    ok(`${chosen.length} specs are selected (preset ${values.preset}, ${origins.preset})`),
    ...(values.libraries
      ? []
      : [note(`code in node_modules creates no monitors (libraries: false, ${origins.libraries})`)]),
    ...(values.strategy === 'patch' ? [note('strategy patch: loops and property writes are not seen')] : []),
    ...(values.strategy === 'weave' ? [note('strategy weave: calls inside Node and unwoven code are not seen')] : []),
  ]
}

/** Programs that run tests where no preload of Node reaches. */
const elsewhere: readonly (readonly [string, string])[] = [
  ['bun', 'bun does not load JSMOP: run the tests with node'],
  ['deno', 'deno does not load JSMOP: run the tests with node'],
  ['playwright', 'code in the pages of browsers is not monitored'],
  ['cypress', 'code in the pages of browsers is not monitored'],
  ['karma', 'code in the pages of browsers is not monitored'],
  ['wtr', 'code in the pages of browsers is not monitored'],
]

function project(io: Io): Finding[] {
  if (!existsSync(path.join(io.cwd, 'package.json')))
    return [note('there is no package.json here: any command can be monitored still')]
  const { manifest, manager, runner, test } = findProject(io.cwd)
  const scripts = (manifest['scripts'] ?? {}) as Record<string, string>
  const findings = [ok(`${manager} project${runner === undefined ? '' : ` with ${runner}`}`)]
  if (test === undefined) findings.push(note('package.json has no test script: name the command yourself'))
  for (const [name, script] of Object.entries(scripts)) {
    if (!/^(pre|post)?test/.test(name)) continue
    if (/\bNODE_OPTIONS=/.test(script)) {
      findings.push(note(`script "${name}" sets NODE_OPTIONS: what it starts is reached through the node on the PATH`))
    }
    if (/\benv -i\b/.test(script))
      findings.push(problem(`script "${name}" empties the environment: processes it starts escape`))
    for (const [program, why] of elsewhere) {
      if (new RegExp(`(^|[\\s/])${program}(\\s|$)`).test(script))
        findings.push(note(`script "${name}" runs ${program}: ${why}`))
    }
  }
  if (existsSync(path.join(io.cwd, '.pnp.cjs'))) findings.push(note('Yarn Plug’n’Play: JSMOP must be unplugged'))
  return findings
}

function environment({ env }: Io): Finding[] {
  const options = env['NODE_OPTIONS'] ?? ''
  const denied = ['--permission', '--experimental-permission', '--experimental-policy'].filter((flag) =>
    options.includes(flag),
  )
  return denied.map((flag) => problem(`NODE_OPTIONS has ${flag}: monitored processes may not write results`))
}

function writable(io: Io): Finding[] {
  const findings: Finding[] = []
  for (const [what, folder] of [
    ['results go to', homeFolder(io.cwd)],
    ['the cache is in', cacheFolder(io.cwd)],
  ] as const) {
    const there = existsSync(folder)
    const probe = path.join(folder, `probe-${process.pid}`)
    try {
      mkdirSync(folder, { recursive: true })
      writeFileSync(probe, '')
      rmSync(probe)
      findings.push(ok(`${what} ${path.relative(io.cwd, folder)}`))
    } catch (error) {
      findings.push(problem(`${folder} cannot be written: ${(error as Error).message}`))
    }
    if (!there) rmSync(folder, { recursive: true, force: true })
  }
  return findings
}

/** Two copies do not know of each other's monitors. */
function secondCopies(io: Io): Finding[] {
  const manifest = path.join(io.cwd, 'node_modules', 'jsmop', 'package.json')
  if (!existsSync(manifest)) return [note('jsmop is no dependency of this project: CI may get another version')]
  const installed = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  return installed === version()
    ? []
    : [problem(`the project has jsmop ${installed}, and this is ${version()}: use npx jsmop`)]
}
