/**
 * `github`: workflow commands that GitHub shows as annotations on the lines of a pull request. It keeps ten of a kind for
 * each step, so the most important stand first, and what the baseline knows is left out.
 */

import { isSomewhere, lineText } from './place-text.ts'
import { byImportance } from './rank-violations.ts'
import type { ReportContext } from './reporter.ts'
import type { Result, Violation } from './result.ts'

const commands = { error: 'error', warning: 'warning', suggestion: 'notice' } as const

export function renderGithub(result: Result, context: ReportContext): string {
  return result.violations
    .filter((violation) => violation.new !== false)
    .sort(byImportance)
    .map((violation) => `${annotation(violation, context)}\n`)
    .join('')
}

function annotation(violation: Violation, { repositoryPath }: ReportContext): string {
  const { severity, spec, message, file, line, column, trace, doc } = violation
  const place = [`file=${escapeProperty(repositoryPath + file)}`, `line=${line}`, `col=${column}`]
  const properties = [...(isSomewhere(violation) ? place : []), `title=${escapeProperty(spec)}`]
  const before = trace
    .slice(0, -1)
    .map((event) => (isSomewhere(event) ? `${event.event} at ${lineText(event)}` : event.event))
  const text = [message, ...(before.length === 0 ? [] : [`Before it: ${before.join(', ')}.`]), doc].join('\n')
  return `::${commands[severity]} ${properties.join(',')}::${escapeData(text)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
