/**
 * `jsmop explain <id|file>`: one spec in full, of the catalogue or in a file of the user's — the rule, where its events come
 * from, the formula, and the monitor.
 */

import path from 'node:path'
import { readCatalogue, readSpecPage } from '../../load/read-catalogue.ts'
import { type Evidence, isProven, readEvidence } from '../../load/read-evidence.ts'
import { alignColumns, automatonTable } from '../../report/automaton/automaton-table.ts'
import { groupDigits } from '../../report/group-digits.ts'
import { compileSpec } from '../../spec/compile-spec.ts'
import type { CompiledEvent, CompiledSpec } from '../../spec/compiled-spec.ts'
import type { Moment, Pointcut } from '../../spec/pointcut.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { readSpecFile } from '../read-spec-file.ts'
import { unknownSpec } from '../unknown-spec.ts'

export const explain: CommandFunction = async ({ positionals }, io) => {
  const name = positionals[0]!
  // Ids have no dot in them.
  if (path.extname(name) !== '') {
    const { compiled, definition } = await readSpecFile(name, io)
    io.stdout.write(describeSpec(compiled, definition.formula, undefined, undefined))
    return exitCode.ok
  }
  const definition = (await readCatalogue()).find((spec) => spec.id === name)
  if (definition === undefined) throw unknownSpec(name)
  io.stdout.write(describeSpec(compileSpec(definition), definition.formula, readSpecPage(name), readEvidence()))
  return exitCode.ok
}

function describeSpec(
  spec: CompiledSpec,
  formula: string | undefined,
  page: string | undefined,
  evidence: Evidence | undefined,
): string {
  const { metadata, template } = spec
  const parts = [
    `${spec.id} (${metadata.severity})\n${metadata.description}\n${metadata.doc}`,
    ['events', ...indent(alignColumns(spec.events.map((event) => eventRow(event, spec))))].join('\n'),
    `formula (${template.logic})\n  ${formula ?? 'none: each event that meets its condition is reported'}`,
  ]
  if (template.automaton !== undefined) {
    parts.push(['monitor', ...indent(automatonTable(template.automaton, template.events))].join('\n'))
  }
  parts.push(['reports', ...spec.reports.map(({ name, message }) => `  ${name}: ${message}`)].join('\n'))
  if (metadata.falseAlarms.length > 0) {
    parts.push(['known false alarms', ...metadata.falseAlarms.map((alarm) => `  ${alarm}`)].join('\n'))
  }
  if (evidence !== undefined) parts.push(describeEvidence(spec, evidence))
  if (page !== undefined) parts.push(page.trim())
  return `${parts.join('\n\n')}\n`
}

/** How often its events happened in programs that people wrote. */
function describeEvidence(spec: CompiledSpec, { date, projects, specs }: Evidence): string {
  const title = `seen on ${projects.length} real projects (${date})`
  const own = specs[spec.id]
  if (own === undefined || !isProven(spec, own)) return `${title}\n  never: nothing there gave it an object to watch`
  const rows = spec.events.map(({ name }) => {
    const [signals, on, asked = 0, askedOn = 0] = own[name] ?? [0, 0]
    return [
      name,
      groupDigits(signals),
      on === 0 ? '' : `on ${on}`,
      askedOn === 0 ? '' : `of ${groupDigits(asked)} operations on ${askedOn}`,
    ]
  })
  return [title, ...indent(alignColumns(rows))].join('\n')
}

function eventRow(event: CompiledEvent, spec: CompiledSpec): string[] {
  const bound = spec.parameters.filter((_, index) => (event.parameters & (1 << index)) !== 0).map(({ name }) => name)
  const role = event.creation ? 'creates' : event.end ? 'ends' : ''
  return [`${event.name}(${bound.join(', ')})`, role, event.pointcuts.map(pointcutText).join('; ')]
}

function pointcutText(pointcut: Pointcut): string {
  switch (pointcut.kind) {
    case 'end':
      return `end of ${pointcut.of}`
    case 'collect':
      return `${pointcut.parameter} is collected`
    case 'handle':
      return 'the promise is handled'
    case 'settle':
      return `the promise is ${pointcut.outcome ?? 'settled'}`
    case 'iterate':
      return `${pointcut.step} of iteration over ${targetText(pointcut.target)}`
    case 'emit':
      return `${targetText(pointcut.target)} emits ${[pointcut.event ?? 'anything'].flat().join(', ')}`
    case 'read':
    case 'write':
    case 'delete':
      return `${pointcut.kind} ${[pointcut.key].flat().join(', ')} of ${targetText(pointcut.target)}`
    case 'call':
    case 'construct':
      return `${pointcut.kind} ${targetText(pointcut.target)}${pointcut.given === undefined ? '' : ` with an ${pointcut.given}`}, ${moment(pointcut.when)}`
  }
}

function moment(when: Moment = 'returned'): string {
  return when === 'before' ? 'before' : `after it ${when}`
}

function targetText(target: string | readonly string[]): string {
  return [target].flat().join(', ')
}

function indent(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`)
}
