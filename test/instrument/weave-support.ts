/**
 * Runs a program plain and woven, with an ABI that watches and changes nothing, and gives both outcomes in a comparable
 * form: completion value, log, error with class, message and stack. Positions of the woven run are taken back to the
 * original; everything else must be equal as it is.
 */

import { inspect } from 'node:util'
import vm from 'node:vm'
import { abiName, realmName, type CallHooks, type RealmAbi, type WeaveAbi } from '#src/instrument/weave/abi.ts'
import { Columns } from '#src/instrument/weave/columns.ts'
import { failingIterable } from '#src/instrument/weave/not-iterable.ts'
import type { SiteTable } from '#src/instrument/weave/sites.ts'
import { unweave } from '#src/instrument/weave/unweave.ts'
import { Weaver } from '#src/instrument/weave/weave.ts'
import { emptyPlan, type WeavePlan } from '#src/instrument/weave/weave-plan.ts'
import type { WovenModule } from '#src/instrument/weave/woven-module.ts'

export interface Observation {
  readonly hook: string
  readonly site: number
  readonly value: unknown
}

/** An ABI that records what it is told. `sites` is needed for the error of a loop over something that is not iterable. */
export function watchingAbi(sites: SiteTable): { abi: WeaveAbi & CallHooks; seen: Observation[] } {
  const seen: Observation[] = []
  const same =
    (hook: string) =>
    <T>(value: T, site: number): T => {
      seen.push({ hook, site, value })
      return value
    }
  let iterable: unknown
  const abi: WeaveAbi & CallHooks = {
    s: 0,
    t: (site) => (abi.s = site),
    a(value, site) {
      abi.s = site
      return value
    },
    o(value: any, site: number, realm: RealmAbi) {
      const subject = sites.get(site)!.subject!
      const symbols = subject.async ? [Symbol.asyncIterator, Symbol.iterator] : [Symbol.iterator]
      if (value == null || symbols.every((symbol) => typeof value[symbol] !== 'function')) {
        iterable = failingIterable(subject, value, realm, abi.o)
        return undefined
      }
      iterable = value
      const activation = { site, value }
      seen.push({ hook: 'o', site, value: activation })
      return activation
    },
    p() {
      const value = iterable
      iterable = undefined
      return value
    },
    n(activation: any) {
      seen.push({ hook: 'n', site: activation.site, value: activation })
      return undefined
    },
    f(activation: any) {
      seen.push({ hook: 'f', site: activation.site, value: activation })
    },
    h: same('h'),
    i: same('i'),
    x: same('x'),
    w: same('w'),
    v: same('v'),
    u: same('u'),
    d: same('d'),
    k: same('k'),
    c(given, site, receiver, callee) {
      seen.push({ hook: 'c', site, value: [given, receiver === abi.c ? 'caught' : receiver, callee] })
      return given
    },
    q: same('q'),
    r: same('r'),
  }
  return { abi, seen }
}

/** Puts the ABI into a realm as the runtime does. */
export function install(context: vm.Context, abi: WeaveAbi): void {
  const realm = vm.runInContext(
    '({ TypeError, captureStackTrace: Error.captureStackTrace, e: [], E: [] })',
    context,
  ) as RealmAbi
  context['handover'] = [abi, realm]
  vm.runInContext(
    `const ${abiName} = globalThis.handover[0], ${realmName} = globalThis.handover[1]; delete globalThis.handover`,
    context,
  )
}

/** Shows functions as they were written, as the runtime does. */
function hideFromToString(context: vm.Context): void {
  const { prototype } = vm.runInContext('Function', context) as FunctionConstructor
  const toString: (this: unknown) => string = Reflect.get(prototype, 'toString')
  Object.defineProperty(prototype, 'toString', {
    value(this: unknown) {
      return unweave(toString.call(this))
    },
  })
}

/** Asks for everything: every name in the text, and all syntax. */
export function greedyPlan(source: string): WeavePlan {
  const names = new Set(source.match(/[\w$\u0080-\uffff]+/g))
  return {
    members: names,
    callees: names,
    constructors: names,
    executors: true,
    iteration: true,
    iterationEnd: true,
    writes: 'any',
    deletes: 'any',
    awaits: true,
  }
}

/** Every call, no syntax. */
export function callPlan(source: string): WeavePlan {
  const { members, callees, constructors } = greedyPlan(source)
  return { ...emptyPlan, members, callees, constructors }
}

/** Every call, told to the runtime. */
export function hookPlan(source: string): WeavePlan {
  return { ...callPlan(source), hookCalls: greedyPlan(source).members }
}

export function weaveScript(source: string, plan: WeavePlan, base = 100): WovenModule | undefined {
  const result = new Weaver(plan).weave(source, 'script', base)
  if (result.kind === 'unparsed') throw new Error(`unparsed: ${result.reason}`)
  return result.kind === 'woven' ? result.module : undefined
}

export interface Outcome {
  readonly completion: string
  readonly log: readonly string[]
}

type Correct = (text: string) => string

function showError(error: any, context: vm.Context, correct: Correct): string {
  if (!vm.runInContext('(e) => e instanceof Error', context)(error)) return `threw ${inspect(error)}`
  const frames = correct(String(error.stack))
    .split('\n')
    .filter((line) => line.startsWith('    at ') && line.includes('program.js'))
  return [`${error.constructor.name}: ${error.message}`, ...frames].join('\n')
}

async function run(code: string, prepare: (context: vm.Context) => void, correct: Correct): Promise<Outcome> {
  const log: string[] = []
  const context = vm.createContext({})
  context['log'] = (...values: unknown[]): void => {
    log.push(
      values
        .map((value) =>
          vm.runInContext('(e) => e instanceof Error', context)(value)
            ? showError(value, context, correct)
            : inspect(value, { depth: 4 }),
        )
        .join(' '),
    )
  }
  prepare(context)
  let completion: string
  try {
    let value = new vm.Script(code, { filename: 'program.js' }).runInContext(context)
    if (typeof value?.then === 'function') value = { settled: await value }
    completion = inspect(value, { depth: 4 })
  } catch (error) {
    completion = showError(error, context, correct)
  }
  await new Promise((resolve) => setImmediate(resolve))
  return { completion, log }
}

export const runPlain = (source: string): Promise<Outcome> =>
  run(
    source,
    () => {},
    (text) => text,
  )

export async function runWoven(module: WovenModule): Promise<Outcome & { seen: Observation[] }> {
  const { abi, seen } = watchingAbi(module.sites)
  const columns = new Columns(module.insertions)
  const correct = (text: string): string =>
    text.replace(/program\.js:(\d+):(\d+)/g, (_, line, column) => {
      const position = columns.original(Number(line), Number(column))
      return `program.js:${position.line}:${position.column}`
    })
  const prepare = (context: vm.Context): void => {
    install(context, abi)
    hideFromToString(context)
  }
  const outcome = await run(module.code, prepare, correct)
  return { ...outcome, seen }
}
