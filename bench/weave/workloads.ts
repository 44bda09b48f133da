/**
 * The program of the weaver's benches: one scenario under one variant, in this process, then a line of JSON. Called by
 * `support/measure.mjs` as `node workloads.mjs <scenario> <variant> <effort>` in the repository's root.
 *
 * The ABI here does what the runtime does for objects that no spec is interested in.
 */

import { parse } from 'acorn'
import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { abiName, realmName } from '../../src/instrument/weave/abi.ts'
import { Columns } from '../../src/instrument/weave/columns.ts'
import { unweave } from '../../src/instrument/weave/unweave.ts'
import { Weaver } from '../../src/instrument/weave/weave.ts'
import { emptyPlan, type WeavePlan } from '../../src/instrument/weave/weave-plan.ts'
import { decodeWoven, encodeWoven } from '../../src/instrument/weave/woven-module.ts'
import { cpuTime } from '../support/cpu-time.mjs'

const [, , scenario = '', variant = '', effort = '1000000'] = process.argv
const times = Number(effort)

const words = (text: string): Set<string> => new Set(text.split(' '))
const plan: WeavePlan = {
  ...emptyPlan,
  members: words(
    'push pop shift unshift splice sort reverse fill set get add delete clear has forEach keys values entries on once off emit addListener removeListener removeAllListeners write end pipe destroy close read then catch finally next return throw resolve reject all race meter zeroth',
  ),
  callees: words('readFileSync writeFileSync openSync closeSync mkdirSync existsSync statSync setTimeout clearTimeout'),
  constructors: words('Map Set WeakMap Promise Worker'),
  executors: true,
  iteration: true,
  // Computed keys make every text relevant, so writes stay out of the other scenarios.
  writes: scenario === 'write' ? words('v') : new Set(),
  awaits: true,
}

let iterable: unknown
const activation = {}
const abi = {
  s: 0,
  t: (site: number) => (abi.s = site),
  a(value: unknown, site: number) {
    abi.s = site
    return value
  },
  o(value: unknown) {
    iterable = value
    return variant === 'activation' ? activation : undefined
  },
  p() {
    const value = iterable
    iterable = undefined
    return value
  },
  elements: 0,
  n() {
    abi.elements += 1
    return undefined
  },
  h: (value: unknown) => value,
  w: (object: unknown) => object,
  v: (value: unknown) => value,
  u: (object: unknown) => object,
}
Object.assign(globalThis, { handover: [abi, { e: [], E: [] }] })
vm.runInThisContext(`const ${abiName} = handover[0], ${realmName} = handover[1]; delete globalThis.handover`)

/** Bodies of a loop over `i` with `o`, an object that nothing monitors, and a sum `s`. */
const bodies: Record<string, string> = {
  'call-0': 's = o.zeroth()',
  'call-0-spread': 's = (s + o.zeroth()) | 0',
  'call-1': 's = (s + o.meter(i)) | 0',
  'call-2': 's = (s + o.meter(o.id(i))) | 0',
  'call-callback': 's = (s + o.meter(() => i, i)) | 0',
  'loop-start': 'for (const x of pair) s = (s + x) | 0',
  write: 'o.v = i & 1023',
}

function run(source: string): { ns: number; events: number } {
  const code = variant === 'none' ? source : wovenText(source)
  class Other {
    v = 1
    meter(a: unknown): number {
      this.v = (this.v + (a === undefined ? 0 : 1)) & 1023
      return this.v
    }
    zeroth(): number {
      return this.v++ & 1023
    }
    id<T>(x: T): T {
      return x
    }
  }
  const loop = vm.runInThisContext(code) as (o: Other, n: number, pair: number[]) => number
  const o = new Other()
  const pair = [1, 2]
  for (let i = 0; i < 5; i += 1) loop(o, times / 10, pair)
  const before = cpuTime()
  loop(o, times, pair)
  return { ns: (cpuTime() - before) / times, events: times }
}

function wovenText(source: string): string {
  const result = new Weaver(plan).weave(source, 'script', 1_000)
  if (result.kind !== 'woven') throw new Error(`${scenario}: ${result.kind}`)
  return result.module.code
}

/** Real texts of several styles. */
const files = [
  'acorn/dist/acorn.js',
  'fast-check/lib/fast-check.js',
  'marked/lib/marked.umd.js',
  'chai/index.js',
  'postcss/lib/parser.js',
]
const texts = (): string[] => files.map((file) => readFileSync(`node_modules/${file}`, 'utf8'))

/** Repeats work on the texts until it has taken long enough, the first rounds not counted; time per character. */
function perCharacter(inputs: readonly string[], work: (text: string) => void): { ns: number; events: number } {
  const size = inputs.reduce((sum, text) => sum + text.length, 0)
  for (let round = 0; round < 2; round += 1) for (const text of inputs) work(text)
  const before = cpuTime()
  let rounds = 0
  while (rounds < 3 || cpuTime() - before < 3e8) {
    for (const text of inputs) work(text)
    rounds += 1
  }
  return { ns: (cpuTime() - before) / (rounds * size), events: rounds * size }
}

const isModule = (text: string): boolean => /^(?:import|export)\b/m.test(text)

async function measure(): Promise<{ ns: number; events: number }> {
  const weaver = new Weaver(plan)
  const weave = (text: string) => {
    const result = weaver.weave(text, isModule(text) ? 'module' : 'commonjs', 1_000)
    if (result.kind !== 'woven') throw new Error(`${scenario}: ${result.kind}`)
    return result.module
  }
  switch (scenario) {
    case 'cold':
      return perCharacter(texts(), (text) => {
        if (variant === 'woven') weave(text)
        else parse(text, { ecmaVersion: 'latest', sourceType: isModule(text) ? 'module' : 'commonjs' })
      })
    case 'skipped': {
      // Every name of the plan taken out: the whole text must be looked at.
      const bare = texts().map((text) => {
        let rest = text
        while (weaver.isRelevant(rest)) rest = rest.replace(new RegExp([...relevantWords()].join('|'), 'g'), 'x')
        return rest
      })
      return perCharacter(bare, (text) => {
        if (weaver.isRelevant(text)) throw new Error('relevant')
      })
    }
    case 'cached':
      return perCharacter(
        texts().map((text) => encodeWoven(weave(text))),
        (entry) => {
          if (decodeWoven(entry) === undefined) throw new Error('damaged')
        },
      )
    case 'unwoven':
      return perCharacter(
        texts().map((text) => weave(text).code),
        unweave,
      )
    case 'column': {
      const module = weave(texts()[0]!)
      const columns = new Columns(module.insertions)
      const lines = module.code.split('\n').length
      let sum = 0
      const before = cpuTime()
      for (let i = 0; i < times; i += 1) sum += columns.original((i % lines) + 1, i % 120).column
      return { ns: (cpuTime() - before) / times, events: sum > 0 ? times : 0 }
    }
    case 'loop': {
      const source =
        '(function (o, n, pair) { const a = Array.from({ length: 1000 }, (_, i) => i); let s = 0; for (let k = 0; k < n / 1000; k++) for (const x of a) s = (s + x) | 0; return s })'
      return run(source)
    }
    case 'await': {
      const source =
        '(async function (n) { let s = 0; const one = { k: 1 }; for (let i = 0; i < n; i++) s = (s + (await one.k)) | 0; return s })'
      const loop = vm.runInThisContext(variant === 'none' ? source : wovenText(source)) as (
        n: number,
      ) => Promise<number>
      await loop(times / 10)
      const before = cpuTime()
      await loop(times / 10)
      return { ns: (cpuTime() - before) / (times / 10), events: times / 10 }
    }
    default:
      return run(`(function (o, n, pair) { let s = 0; for (let i = 0; i < n; i++) { ${bodies[scenario]!} } return s })`)
  }
}

function relevantWords(): Set<string> {
  return new Set([...plan.members, ...plan.callees, ...plan.constructors, 'of', 'await', 'async'])
}

console.log(JSON.stringify(await measure()))
