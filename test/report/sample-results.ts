/** Results to report on: small ones written out, and one of full size. */

import type { IgnoredViolation, Result, SpecStatistics, Violation } from '#src/report/result.ts'
import type { ReportContext, SpecDescription } from '#src/report/reporter.ts'

export function violation(details: Partial<Violation> = {}): Violation {
  return {
    fingerprint: '87111ad9db77711b',
    spec: 'stream/no-write-after-end',
    severity: 'error',
    category: 'match',
    message: 'a stream was written to after it was ended',
    file: 'src/audit-log.js',
    line: 3,
    column: 18,
    function: 'record',
    package: null,
    count: 1,
    instances: 1,
    tests: [],
    new: null,
    trace: [
      { event: 'end', file: 'src/audit-log.js', line: 7, column: 18 },
      { event: 'write', file: 'src/audit-log.js', line: 3, column: 18 },
    ],
    doc: 'https://nodejs.org/api/stream.html',
    ...details,
  }
}

export function ignored(details: Partial<IgnoredViolation> = {}): IgnoredViolation {
  return {
    ...violation(),
    ignored: { by: 'comment', file: 'src/audit-log.js', line: 2, reason: 'the reader is gone' },
    ...details,
  }
}

export function statistics(details: Partial<SpecStatistics> = {}): SpecStatistics {
  return { events: 0, monitors: 0, collected: 0, traces: 0, uniqueTraces: 0, violations: 0, ...details }
}

export function result(details: Partial<Result> = {}): Result {
  return {
    schema: 1,
    jsmop: '0.1.0',
    command: ['npm', 'test'],
    exitCode: 0,
    exitReason: 'exit',
    algo: 'D',
    strategy: 'hybrid',
    sample: 'none',
    processes: { monitored: 1, skipped: 0, escaped: 0 },
    sites: { right: 4, stale: 0, none: 0 },
    notMonitored: [],
    unparsed: [],
    disabled: [],
    stats: {
      events: 4,
      monitors: 2,
      collected: 0,
      traces: 0,
      uniqueTraces: 0,
      perSpec: {
        'map/no-growth-during-iteration': statistics({ events: 1, monitors: 1 }),
        'stream/no-write-after-end': statistics({ events: 3, monitors: 1, violations: 1 }),
      },
    },
    violations: [violation()],
    ...details,
  }
}

export const streamSpec: SpecDescription = {
  id: 'stream/no-write-after-end',
  description: 'A stream is not written to after it was ended.',
  severity: 'error',
  doc: 'https://nodejs.org/api/stream.html',
  falseAlarms: ['A subclass that allows it.'],
  logic: 'ere',
  formula: 'end write',
  automaton: {
    start: 's0',
    states: { s0: { end: 's1' }, s1: { write: 's2', end: 's1' }, s2: {} },
    categories: { match: ['s2'] },
  },
}

export const auditLog = [
  'export class AuditLog {',
  '  record(line) {',
  "    this.#stream.write(line + '\\n')",
  '  }',
  '',
  '  close() {',
  '    this.#stream.end()',
  '  }',
  '}',
]

export function context(details: Partial<ReportContext> = {}): ReportContext {
  return {
    terminal: { width: 80, colour: false, ascii: false },
    sourceLines: (file) => (file === 'src/audit-log.js' ? auditLog : undefined),
    specs: new Map([[streamSpec.id, streamSpec]]),
    folder: '.jsmop/runs/1',
    repositoryPath: '',
    traces: () => undefined,
    app: () => ({ script: '', style: '' }),
    ...details,
  }
}

/** What a large project's worst day looks like. */
export function fullSizeResult(count: number): Result {
  const severities = ['error', 'warning', 'suggestion'] as const
  const violations = Array.from({ length: count }, (_, index) => {
    const file = `src/module-${index % 400}/part-${index % 7}.ts`
    const line = 1 + (index % 900)
    return violation({
      fingerprint: index.toString(16).padStart(16, '0'),
      spec: `api-${index % 12}/rule-${index % 5}`,
      severity: severities[index % 3]!,
      message: `object number ${index} was used after it was given back`,
      file,
      line,
      count: 1 + (index % 17),
      package: index % 9 === 0 ? 'left-pad@1.3.0' : null,
      new: index % 4 === 0,
      tests: [{ runner: 'vitest', file: `test/${index % 200}.test.ts`, path: ['suite', `case ${index % 1000}`] }],
      trace: [
        { event: 'acquire', file, line: Math.max(1, line - 3), column: 3 },
        { event: 'release', file, line: Math.max(1, line - 1), column: 3 },
        { event: 'use', file, line, column: 3 },
      ],
    })
  })
  const perSpec = Object.fromEntries(
    [...new Set(violations.map(({ spec }) => spec))].map((id, index) => [
      id,
      statistics({ events: 1000 * index, violations: violations.filter(({ spec }) => spec === id).length }),
    ]),
  )
  return result({ violations, stats: { ...result().stats, perSpec } })
}

export function fullSizeTraces(count: number): string {
  const sites = Array.from({ length: 2000 }, (_, index) => [
    `src/module-${index % 400}/part-0.ts`,
    1 + (index % 900),
    3,
  ])
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      spec: `api-${index % 12}/rule-${index % 5}`,
      count: 1 + (index % 1000),
      tests: [],
      events: Array.from({ length: 3 + (index % 8) }, (_, step) => [
        `event${step}`,
        (index * 7 + step) % 2000,
        1 + (step % 3),
      ]),
    }),
  )
  return `${[JSON.stringify({ schema: 1, sites }), ...lines].join('\n')}\n`
}
