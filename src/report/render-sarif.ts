/**
 * `sarif`: SARIF 2.1.0, the format of code scanning services. Specs are rules; a violation is a result whose trace is a
 * code flow; the fingerprint makes results of different runs the same; what the baseline knows is `unchanged` and
 * suppressed from outside, what a comment ignores is suppressed in source; what was not monitored is a notification.
 */

import { byImportance } from './rank-violations.ts'
import type { ReportContext, SpecDescription } from './reporter.ts'
import type { IgnoredViolation, Place, Result, Violation } from './result.ts'

const levels = { error: 'error', warning: 'warning', suggestion: 'note' } as const

export function renderSarif(result: Result, context: ReportContext): string {
  const found: readonly (Violation | IgnoredViolation)[] = [
    ...[...result.violations].sort(byImportance),
    ...(result.ignored ?? []),
  ]
  const ids = [...new Set([...Object.keys(result.stats.perSpec), ...found.map(({ spec }) => spec)])]
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'JSMOP',
            version: result.jsmop,
            semanticVersion: result.jsmop,
            rules: ids.map((id) => ruleOf(id, context.specs.get(id))),
          },
        },
        invocations: [
          {
            commandLine: result.command.join(' '),
            exitCode: result.exitCode,
            executionSuccessful: result.processes.monitored > 0,
            toolExecutionNotifications: notifications(result),
          },
        ],
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
        results: found.map((violation) => resultOf(violation, indexOf.get(violation.spec)!, context)),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleOf(id: string, spec: SpecDescription | undefined) {
  if (spec === undefined) return { id }
  const { description, severity, doc, falseAlarms, logic, formula } = spec
  const alarms = falseAlarms.length === 0 ? [] : ['Known false alarms:', ...falseAlarms.map((alarm) => `- ${alarm}`)]
  const help = [description, `Documentation: ${doc}`, ...alarms]
  return {
    id,
    name: id,
    shortDescription: { text: description },
    fullDescription: { text: description },
    helpUri: doc,
    help: { text: help.join('\n'), markdown: [description, `[Documentation](${doc})`, alarms.join('\n')].join('\n\n') },
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: ['runtime-verification', id.split('/')[0]!],
      logic,
      ...(formula === undefined ? {} : { formula }),
    },
  }
}

function resultOf(violation: Violation | IgnoredViolation, ruleIndex: number, context: ReportContext) {
  const { spec, severity, message, fingerprint, count, trace } = violation
  const name = violation.function
  const location = locationOf(violation, context)
  const suppressions = suppressionsOf(violation)
  return {
    ruleId: spec,
    ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations:
      location === undefined
        ? []
        : [name === null ? location : { ...location, logicalLocations: [{ name, kind: 'function' }] }],
    partialFingerprints: { 'jsmop/v1': fingerprint },
    occurrenceCount: count,
    ...(trace.length === 0 ? {} : { codeFlows: [codeFlow(violation, context)] }),
    ...(violation.new === null ? {} : { baselineState: violation.new ? 'new' : 'unchanged' }),
    ...(suppressions.length === 0 ? {} : { suppressions }),
    properties: {
      category: violation.category,
      instances: violation.instances,
      ...(violation.package === null ? {} : { package: violation.package }),
      tests: violation.tests.map(({ file, path }) => [file, ...path].join(' > ')),
    },
  }
}

/** A result without this field is not suppressed. */
function suppressionsOf(violation: Violation | IgnoredViolation) {
  if ('ignored' in violation) {
    const { by, file, line, reason } = violation.ignored
    const where = by === 'comment' ? `${file}:${line}` : file
    return [
      {
        kind: by === 'comment' ? 'inSource' : 'external',
        justification: reason ?? `ignored by ${where}`,
        status: 'accepted',
      },
    ]
  }
  if (violation.new === false) return [{ kind: 'external', justification: 'in the baseline', status: 'accepted' }]
  return []
}

function codeFlow({ trace, message }: Violation, context: ReportContext) {
  const last = trace.length - 1
  return {
    threadFlows: [
      {
        locations: trace.map((event, index) => ({
          location: {
            ...locationOf(event, context),
            message: { text: index === last ? `${event.event}: ${message}` : event.event },
          },
          executionOrder: index + 1,
          importance: index === last ? 'essential' : 'important',
        })),
      },
    ],
  }
}

function locationOf({ file, line, column }: Place, { repositoryPath }: ReportContext) {
  if (file === '' || line < 1) return undefined
  return {
    physicalLocation: {
      artifactLocation: {
        uri: uriOf(repositoryPath + file),
        ...(file.startsWith('/') ? {} : { uriBaseId: 'SRCROOT' }),
      },
      region: { startLine: line, startColumn: Math.max(1, column) },
    },
  }
}

/** A lone surrogate, which a hostile file name can have, has no encoding. */
function uriOf(file: string): string {
  return file
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
}

function notifications({ notMonitored, unparsed, disabled }: Result) {
  const note = (text: string, level: 'warning' | 'note') => ({ level, message: { text } })
  return [
    ...notMonitored.map(({ what, why }) => note(`Not monitored: ${what} (${why}).`, 'note')),
    ...unparsed.map(({ file, why }) => note(`Could not be parsed and ran unwatched: ${file} (${why}).`, 'warning')),
    ...disabled.map(({ part, why }) => note(`Switched off: ${part} (${why}).`, 'warning')),
  ]
}
