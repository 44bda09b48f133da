/** A report as one page that needs nothing else: pictures are inside. */

import type { Document, Part } from './document.ts'

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
  .wide { overflow-x: auto }
  table { border-collapse: collapse; font-size: 0.9rem }
  th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: left }
  td + td, th + th { font-variant-numeric: tabular-nums }
  svg { max-width: 100%; height: auto }`

export function renderHtml({ title, sections }: Document): string {
  const contents = sections.map(({ title: name }, i) => `<li><a href="#s${i + 1}">${escape(name)}</a></li>`).join('')
  const bodies = sections.map(
    ({ title: name, parts }, i) => `<h2 id="s${i + 1}">${escape(name)}</h2>\n${parts.map(renderPart).join('\n')}`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style>${style}</style>
<main>
<h1>${escape(title)}</h1>
<nav aria-label="Contents"><ol>${contents}</ol></nav>
${bodies.join('\n')}
</main>
</html>
`
}

function renderPart(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `<p>${escape(part.text)}</p>`
    case 'table': {
      const head = part.head.map((cell) => `<th scope="col">${escape(cell)}</th>`).join('')
      const rows = part.rows.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`)
      return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
    }
    case 'chart':
      return `<figure>${part.svg}<figcaption>${escape(part.title)}</figcaption></figure>`
  }
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
