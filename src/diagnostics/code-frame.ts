/**
 * Shows a place in a text with `^^^` under it:
 *
 *     formula:1:8
 *       1 | create naxt*
 *         |        ^^^^
 *
 * Columns are counted in characters as a terminal shows them one by one; tabs are kept in the underline so that it lines up.
 * Of a very long line only what is near the place is shown.
 */

import type { SourceSpan } from './user-error.ts'

export interface Position {
  /** 1-based. */
  readonly line: number
  /** 1-based, in UTF-16 units. */
  readonly column: number
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  let line = 1
  for (let i = before.indexOf('\n'); i !== -1; i = before.indexOf('\n', i + 1)) line += 1
  return { line, column: offset - lineStart + 1 }
}

/** Characters of a line that are shown, and how many of them before the place. */
const shownWidth = 200
const shownBefore = 80

/** `source:line:column`, then the line with the span underlined. A span over several lines is marked on its first. */
export function codeFrame(span: SourceSpan): string {
  const { line, column } = positionAt(span.text, span.start)
  const whole = span.text.split('\n')[line - 1]!.replace(/\r$/, '')
  const { text, at } = nearby(whole, column - 1)
  const width = Math.max(1, Math.min(span.end - span.start, text.length - at))
  const gutter = String(line)
  const indent = text.slice(0, at).replace(/[^\t]/g, ' ')
  return [
    `${span.source}:${line}:${column}`,
    `  ${gutter} | ${text}`,
    `  ${' '.repeat(gutter.length)} | ${indent}${'^'.repeat(width)}`,
  ].join('\n')
}

/** The part of a line around an offset, with `…` for what is left out, and where the offset is in it. */
function nearby(line: string, offset: number): { text: string; at: number } {
  if (line.length <= shownWidth) return { text: line, at: offset }
  const from = Math.max(0, Math.min(offset - shownBefore, line.length - shownWidth))
  const [before, after] = [from > 0 ? '…' : '', from + shownWidth < line.length ? '…' : '']
  return { text: `${before}${line.slice(from, from + shownWidth)}${after}`, at: offset - from + before.length }
}
