/**
 * Message templates: plain text in which `{name}` stands for a parameter of the spec, a variable of the monitor, or
 * `{event}`, the event that completed the report. A brace that does not enclose a name stands for itself.
 */

export interface MessagePart {
  /** Text, or the name inside the braces. */
  readonly text: string
  readonly kind: 'text' | 'name'
  /** Offset in the template. */
  readonly start: number
}

export function parseMessage(template: string): MessagePart[] {
  const parts: MessagePart[] = []
  let at = 0
  for (const match of template.matchAll(/\{([A-Za-z_$][\w$]*)\}/g)) {
    if (match.index > at) parts.push({ kind: 'text', text: template.slice(at, match.index), start: at })
    parts.push({ kind: 'name', text: match[1]!, start: match.index })
    at = match.index + match[0].length
  }
  if (at < template.length) parts.push({ kind: 'text', text: template.slice(at), start: at })
  return parts
}

/** Names in a template, each once. */
export function namesInMessage(template: string): string[] {
  const names = parseMessage(template).filter(({ kind }) => kind === 'name')
  return [...new Set(names.map(({ text }) => text))]
}
