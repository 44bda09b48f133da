/**
 * The program of the bench of monitored calls: one scenario under one variant, in this process, then a line of JSON. A
 * session is started as in a monitored process, and the workload is woven as a module would be.
 */

import vm from 'node:vm'
import { algorithms } from '../../src/engine/algorithms.ts'
import { hybridStrategy, patchStrategy, type Strategy, weaveStrategy } from '../../src/instrument/strategy.ts'
import { abiName, realmName } from '../../src/instrument/weave/abi.ts'
import { Weaver } from '../../src/instrument/weave/weave.ts'
import { FileSites } from '../../src/load/weave-modules.ts'
import { Session } from '../../src/runtime/session.ts'
import { compileSpec } from '../../src/spec/compile-spec.ts'
import { cpuTime } from '../support/cpu-time.mjs'
import { byHand } from './by-hand.ts'
import { noAddAfterClear, noAsyncByCondition, noAsyncPredicate, noSetDuringIteration } from './specs.ts'

const [, , scenario = '', variant = '', effort = '1000000'] = process.argv
const times = scenario === 'stacks' ? Number(effort) / 50 : Number(effort)

/** Half of the calls fill maps, half of them sets, some of which are cleared; both rules are broken now and then. */
const workload = `(function run(rounds, maps, sets) {
  let sum = 0
  for (let i = 0; i < rounds; i += 1) {
    const map = maps[i & 511]
    const set = sets[i & 511]
    map.set('key ' + ((i >> 9) & 63), i)
    set.add('value ' + ((i >> 9) & 63))
    if (i % 509 === 0) for (const [key] of map) sum = (sum + key.length) | 0
    if (i % 2011 === 7) for (const [key] of map) if (key === 'key 3') map.set(key, i)
    if (i % 2011 === 9) set.clear()
  }
  return sum
})`

/** Small arrays are asked by arrow functions, twice a round; once in a while by an async one. */
const asking = `(function run(rounds, arrays) {
  let sum = 0
  for (let i = 0; i < rounds; i += 1) {
    const array = arrays[i & 511]
    if (array.length === 0) array.push(1, 2, 3)
    if (array.some((one) => one === (i & 3))) sum += 1
    if (array.some((one) => one > (i & 7))) sum += 2
    if (i % 100003 === 7 && array.some(async (one) => one === i)) sum += 1
  }
  return sum
})`

class Other {
  total = 0
  set(key: string, value: number): void {
    this.total = (this.total + key.length + value) | 0
  }
  add(value: string): void {
    this.total = (this.total ^ value.length) | 0
  }
  clear(): void {}
  *[Symbol.iterator](): Generator<[string]> {
    yield [String(this.total)]
  }
}

const asked = { callbacks: noAsyncPredicate, conditions: noAsyncByCondition }[scenario]
const asks = asked !== undefined
const source = asks ? asking : workload

const strategies: Readonly<Record<string, Strategy>> = {
  hybrid: hybridStrategy,
  weave: weaveStrategy,
  patch: patchStrategy,
}

type Run = (rounds: number, maps: unknown[], sets: unknown[]) => number

let reports = 0

function prepare(): Run {
  const strategy = strategies[variant]
  if (strategy === undefined) {
    if (variant === 'hand') return byHand(() => (reports += 1))
    return vm.runInThisContext(source, { filename: 'workload.js' }) as Run
  }
  const rules = asks ? [asked] : [noSetDuringIteration, noAddAfterClear]
  const specs = rules.map((rule) => compileSpec(rule))
  const session = new Session({ id: 'bench', specs, strategy, algorithm: algorithms.D, algo: 'D' }, globalThis)
  const plan = strategy.weaves(session.plan)
  let text = source
  if (plan !== undefined) {
    const woven = new Weaver(plan).weave(source, 'script', 0)
    if (woven.kind !== 'woven') throw new Error(woven.kind)
    text = woven.module.code
    session.sites.addWoven(new FileSites('workload.js', woven.module, text.length))
    Object.assign(globalThis, {
      handover: [session.hooks, { TypeError, captureStackTrace: Error.captureStackTrace, e: [], E: [] }],
    })
    vm.runInThisContext(`const ${abiName} = handover[0], ${realmName} = handover[1]; delete globalThis.handover`)
  }
  session.start()
  const run = vm.runInThisContext(text, { filename: 'workload.js' }) as Run
  process.on('exit', () => {
    reports = session.violations.all.reduce((sum, { count }) => sum + count, 0)
  })
  return run
}

const make = <T>(kind: new () => T): T[] => Array.from({ length: 512 }, () => new kind())
const other = scenario === 'others'
const maps = asks ? make(Array<number>) : other ? make(Other) : make(Map)
const sets = other ? make(Other) : make(Set)
const run = prepare()
run(times / 20, maps, sets)
const begin = cpuTime()
const sum = run(times / 2, maps, sets)
const spent = cpuTime() - begin
process.on('exit', () => {
  console.log(
    JSON.stringify({ ns: spent / times, events: times, outcome: variant === 'none' ? undefined : reports, sum }),
  )
})
