/**
 * `jsmop traces [dir]`: lists and counts the unique traces of a run; `--reduce` names the tests that suffice to see them
 * all.
 */

import { UserError } from '../../diagnostics/user-error.ts'
import { reduceTests } from '../../report/reduce-tests.ts'
import {
  type ReducedTests,
  renderReduction,
  renderTraces,
  selectTraces,
  type TraceFilter,
  tracesAsJson,
} from '../../report/render-traces.ts'
import type { TraceSet, UniqueTrace } from '../../report/trace-set.ts'
import { type CommandFunction, exitCode, type OptionValues } from '../command.ts'
import { readStoredResult } from '../stored-result.ts'
import { readTraces } from '../stored-traces.ts'

/** Traces that are listed unless --limit says otherwise. */
const defaultLimit = 20

export const traces: CommandFunction = ({ positionals, options }, io) => {
  const set = readTraces(readStoredResult(positionals[0], io), io)
  const selected = selectTraces(set, filterOf(options))
  const json = options['format'] === 'json'
  if (options['reduce'] === true) {
    const reduced = reduce(set, selected)
    io.stdout.write(json ? `${JSON.stringify({ schema: 1, ...reduced }, null, 2)}\n` : renderReduction(reduced))
    return exitCode.ok
  }
  const limit = numberOf(options, 'limit') ?? defaultLimit
  io.stdout.write(json ? tracesAsJson(set, selected) : renderTraces(set, selected, limit))
  return exitCode.ok
}

function filterOf(options: OptionValues): TraceFilter {
  const text = (name: string) => options[name] as string | undefined
  const [spec, place, test] = [text('spec'), text('place'), text('test')]
  const [least, most] = [numberOf(options, 'min'), numberOf(options, 'max')]
  return {
    ...(spec === undefined ? {} : { spec }),
    ...(place === undefined ? {} : { place }),
    ...(test === undefined ? {} : { test }),
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
    ...(typeof options['violating'] === 'boolean' ? { violating: options['violating'] } : {}),
    ...(typeof options['partial'] === 'boolean' ? { partial: options['partial'] } : {}),
  }
}

function numberOf(options: OptionValues, name: string): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0) return number
  throw new UserError({
    code: 'not-a-number',
    message: `--${name} must be a whole number, not "${String(text)}"`,
    remedy: `Write for instance --${name} 10.`,
  })
}

function reduce(set: TraceSet, selected: readonly UniqueTrace[]): ReducedTests {
  const covers: number[][] = set.tests.map(() => [])
  selected.forEach(({ tests }, trace) => {
    for (const test of tests) covers[test]!.push(trace)
  })
  // A test that took no measurable time still costs something, so that fewer tests are better than more.
  const weights = set.tests.map(({ ms = 1 }) => Math.max(1, ms))
  const { chosen, weight, bound } = reduceTests(covers.map((covers, i) => ({ covers, weight: weights[i]! })))
  const outside = selected.filter(({ tests }) => tests.length === 0).length
  return {
    tests: chosen.map((test) => set.tests[test]!),
    of: set.tests.length,
    traces: selected.length - outside,
    outside,
    ms: weight,
    allMs: weights.reduce((sum, ms) => sum + ms, 0),
    bound,
  }
}
