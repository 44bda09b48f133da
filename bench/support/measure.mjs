/**
 * Runs variants of scenarios, each in a process of its own and all of them once per round, so that whatever else the
 * machine does falls on all alike. A program is called as `node <program> <scenario> <variant> <effort>` and prints
 * `{ "ns": …, "outcome": …, "figures": …}` as its last line. What variants of a scenario found must be equal, where they
 * tell it; figures are further measurements by name, such as bytes.
 */
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { median, pairedRatio } from './statistics.mjs'

const nodeFlags = ['--expose-gc', '--max-semi-space-size=16']

export function runOnce(program, scenario, variant, effort, limit = 60_000) {
  const child = spawnSync(process.execPath, [...nodeFlags, program, scenario, variant, String(effort)], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    timeout: limit,
  })
  if (child.status !== 0) throw new Error(`${scenario} ${variant} failed:\n${child.stderr.slice(0, 2000)}`)
  return JSON.parse(child.stdout.trim().split('\n').at(-1))
}

/**
 * Instructions of a run, by cachegrind. Repeats within 0.15 %, where times of the same thing differ by 20 %; blind to cache
 * misses. The difference between two efforts leaves out start-up and warm-up.
 */
export async function countInstructions(program, scenario, variant, effort) {
  const flags = ['--single-threaded', '--predictable-gc-schedule', '--hash-seed=1', '--random-seed=1', '--expose-gc']
  const options = ['--tool=cachegrind', '--cache-sim=no', '--smc-check=all-non-file', '--cachegrind-out-file=/dev/null']
  const child = spawn(
    'valgrind',
    [...options, process.execPath, ...flags, program, scenario, variant, String(effort), 'fixed'],
    { timeout: 600_000 },
  )
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve, reject) => {
      child.on('close', resolve)
      child.on('error', (error) => reject(error.code === 'ENOENT' ? new Error(noValgrind, { cause: error }) : error))
    }),
  ])
  const found = /I\s+refs:\s+([\d,]+)/.exec(stderr)
  if (status !== 0 || found === null)
    throw new Error(`cachegrind said nothing about ${scenario} ${variant}:\n${stderr}`)
  const { events } = JSON.parse(stdout.trim().split('\n').at(-1))
  return { instructions: Number(found[1].replaceAll(',', '')), events }
}

const noValgrind =
  'Instructions are counted by valgrind, and there is none on the PATH. Install it, as with `apt-get install valgrind`.'

function refuseDifferent(outcomes, scenario, variant, outcome) {
  const found = JSON.stringify(outcome)
  const known = outcomes.get(scenario)
  if (known === undefined) outcomes.set(scenario, { variant, found })
  else if (known.found !== found)
    throw new Error(`${scenario}: ${variant} found ${found}, but ${known.variant} found ${known.found}`)
}

/** Per scenario and variant the nanoseconds of every round, medians, and the ratios against `none` and the baseline. */
export function measure(program, scenarios, { rounds, effort, limit, baseline = 'hand', onProgress }) {
  const times = new Map(scenarios.map(({ name }) => [name, new Map()]))
  const outcomes = new Map()
  const figures = new Map()
  for (let round = 0; round < rounds; round++) {
    for (const { name, variants } of scenarios) {
      for (const variant of variants) {
        onProgress(`round ${round + 1} of ${rounds}: ${name} ${variant}`)
        const { ns, outcome, figures: own = {} } = runOnce(program, name, variant, effort, limit)
        for (const [figure, value] of Object.entries(own)) {
          const key = JSON.stringify([name, variant, figure])
          figures.set(key, [...(figures.get(key) ?? []), value])
        }
        if (outcome !== undefined) refuseDifferent(outcomes, name, variant, outcome)
        const list = times.get(name).get(variant) ?? []
        list.push(ns)
        times.get(name).set(variant, list)
      }
    }
  }
  const figuresOf = (scenario, variant) => {
    const own = [...figures].map(([key, values]) => [...JSON.parse(key), median(values)])
    return Object.fromEntries(
      own.flatMap(([s, v, figure, value]) => (s === scenario && v === variant ? [[figure, value]] : [])),
    )
  }
  return scenarios.map(({ name, title, variants }) => {
    const of = (variant) => times.get(name).get(variant)
    const results = variants.map((variant) => ({
      variant,
      ns: median(of(variant)),
      rounds: of(variant),
      figures: figuresOf(name, variant),
      againstHand:
        of(baseline) && variant !== baseline && variant !== 'none' ? pairedRatio(of(variant), of(baseline)) : undefined,
      netAgainstHand:
        of(baseline) && of('none') && variant !== baseline && variant !== 'none'
          ? pairedRatio(
              of(variant).map((ns, i) => ns - of('none')[i]),
              of(baseline).map((ns, i) => Math.max(0.1, ns - of('none')[i])),
            )
          : undefined,
    }))
    return { scenario: name, title, results }
  })
}
