/** Runs an algorithm over a trace and gives its reports by the names that the trace uses. */

import type { Algorithm, MonitoringOptions, Report, Statistics } from '#src/engine/monitoring.ts'
import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import type { TraceLine } from './trace-text.ts'

export interface NamedReport {
  readonly at: number
  readonly category: string
  readonly instances: number
  /** The parameters that the instances bind. */
  readonly domain: readonly string[]
  /** The values that the algorithm knows, by parameter. */
  readonly binding: Readonly<Record<string, string>>
  readonly report: Report
}

export interface TraceRun {
  readonly reports: readonly NamedReport[]
  readonly statistics: Statistics
  readonly faults: readonly string[]
}

class Named {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export function runTrace(
  algorithm: Algorithm,
  spec: CompiledSpec,
  trace: readonly TraceLine[],
  options: Partial<MonitoringOptions> = {},
): TraceRun {
  const reports: NamedReport[] = []
  const faults: string[] = []
  const monitoring = algorithm(spec, {
    sink: (report) => reports.push(nameReport(report)),
    onFault: (faulty, part, error) => faults.push(`${faulty.id} ${part}: ${String(error)}`),
    ...options,
  })
  const objects = new Map<string, Named>()
  const objectOf = (name: string) => {
    let object = objects.get(name)
    if (object === undefined) objects.set(name, (object = new Named(name)))
    return object
  }
  trace.forEach((line, i) => {
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
    monitoring.signal(event, i + 1, slots[0], slots[1], slots[2], slots[3])
  })
  monitoring.finish()
  return { reports, statistics: monitoring.statistics(), faults }
}

function nameReport(report: Report): NamedReport {
  const { spec, values } = report
  return {
    at: report.site,
    category: spec.reports[report.category]!.name,
    instances: report.instances,
    domain: spec.parameters.filter((_, i) => (report.domain >> i) & 1).map(({ name }) => name),
    binding: Object.fromEntries(
      spec.parameters.flatMap(({ name }, i) => {
        const value = values[i]
        return value === undefined ? [] : [[name, value instanceof Named ? value.name : (value as string)]]
      }),
    ),
    report,
  }
}
