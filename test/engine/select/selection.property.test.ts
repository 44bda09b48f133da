import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AlgorithmName, algorithms } from '#src/engine/algorithms.ts'
import type { Algorithm } from '#src/engine/monitoring.ts'
import { parseSample } from '#src/engine/select/sample.ts'
import { Sampler, selectively } from '#src/engine/select/selective-monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import { runs } from '../../support/property.ts'
import { randomCase } from '../random-specs.ts'
import { parseTrace, type TraceLine } from '../trace-text.ts'

/** Reports by instance, each with category, event and place. */
type Reports = ReadonlyMap<string, readonly string[]>

function reportsOf(algorithm: Algorithm, spec: CompiledSpec, lines: readonly TraceLine[]): Reports {
  const reports = new Map<string, string[]>()
  const names = new Map<unknown, string>()
  let trace = 0
  const monitoring = algorithm(spec, {
    identify: true,
    sink: ({ category, event, site, values, domain }) => {
      const instance = `${trace} ${domain} ${values.map((value) => names.get(value) ?? String(value)).join(' ')}`
      reports.set(instance, [...(reports.get(instance) ?? []), `${category} ${event} ${site}`])
    },
    onFault: (_, part, error) => {
      throw new Error(part, { cause: error })
    },
  })
  const objects = new Map<string, object>()
  const objectOf = (name: string) => {
    let object = objects.get(name)
    if (object === undefined) {
      objects.set(name, (object = { name }))
      names.set(object, name)
    }
    return object
  }
  lines.forEach((line, i) => {
    if (line.kind === 'death') {
      monitoring.died(objectOf(line.value))
      objects.delete(line.value)
      return
    }
    const slots = spec.parameters.map(({ name, kind }) => {
      const value = line.params[name]
      return value === undefined ? undefined : kind === 'object' ? objectOf(value) : value
    })
    const event = spec.events.findIndex(({ name }) => name === line.event)
    monitoring.signal(event, 1 + (i % 3), slots[0], slots[1], slots[2], slots[3])
    if (spec.events[event]!.end && spec.events[event]!.parameters === 0) trace += 1
  })
  monitoring.finish()
  return reports
}

const sampled = (name: AlgorithmName, sample: string) =>
  selectively(algorithms[name], new Sampler(parseSample(sample), { namePlace: String }))

describe.each(['D', 'E'] as const)('selection over algorithm %s', (name) => {
  test('an instance is reported as without selection or not at all: never a suffix of its trace', () => {
    let skipped = 0
    let kept = 0
    fc.assert(
      fc.property(randomCase({ traceLength: 40 }), fc.nat(1000), ({ text, spec, trace }, seed) => {
        const lines = parseTrace(text, trace)
        const all = reportsOf(algorithms[name], spec, lines)
        const some = reportsOf(sampled(name, `random:0.5,seed=${seed}`), spec, lines)
        for (const [instance, reports] of some) expect(reports).toEqual(all.get(instance))
        kept += some.size
        skipped += all.size - some.size
      }),
      runs(200),
    )
    expect(skipped).toBeGreaterThan(50)
    expect(kept).toBeGreaterThan(50)
  })

  test('a probability of 1 skips nothing', () => {
    fc.assert(
      fc.property(randomCase({ traceLength: 30 }), ({ text, spec, trace }) => {
        const lines = parseTrace(text, trace)
        expect(reportsOf(sampled(name, 'random:1'), spec, lines)).toEqual(reportsOf(algorithms[name], spec, lines))
      }),
      runs(80),
    )
  })

  test('a probability of 0 skips monitors that bind all parameters and no others', () => {
    fc.assert(
      fc.property(randomCase({ traceLength: 30 }), ({ text, spec, trace }) => {
        const lines = parseTrace(text, trace)
        const whole = (1 << spec.parameters.length) - 1
        const byObject = spec.parameters.some(({ kind }) => kind === 'object')
        const expected = [...reportsOf(algorithms[name], spec, lines)].filter(
          ([instance]) => !byObject || Number(instance.split(' ')[1]) !== whole,
        )
        expect(reportsOf(sampled(name, 'random:0'), spec, lines)).toEqual(new Map(expected))
      }),
      runs(80),
    )
  })
})
