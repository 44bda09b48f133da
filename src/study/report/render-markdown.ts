/** A report as Markdown. Pictures are files beside it. */

import type { Document, Part } from './document.ts'

export function renderMarkdown({ title, sections }: Document): string {
  const bodies = sections.map(({ title: name, parts }) => `## ${name}\n\n${parts.map(renderPart).join('\n\n')}\n`)
  return [`# ${title}\n`, ...bodies].join('\n')
}

function renderPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'table':
      return [part.head, part.head.map(() => '---'), ...part.rows].map(renderRow).join('\n')
    case 'chart':
      return `![${part.title}](${part.name}.svg)`
  }
}

function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}
