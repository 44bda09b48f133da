/** This run beside another: the one that the report was made with, or a `result.json` that the reader chooses. */

import { type Comparison, compareResults } from '../../compare-results.ts'
import type { Result, Violation } from '../../result.ts'
import { type Child, h, replace } from './dom.ts'
import { otherRun, reportData } from './embedded-data.ts'
import { addressOf } from './route.ts'
import { rowHeight, violationRow } from './violation-row.ts'
import { virtualList } from './virtual-list.ts'

export function compareView(): HTMLElement {
  const other = otherRun()
  const outcome = h('div', { class: 'comparison' })
  const error = h('p', { class: 'error', role: 'alert' })
  const input = h('input', {
    type: 'file',
    accept: '.json,application/json',
    'aria-label': 'Another result.json',
    onchange: () => {
      const [file] = input.files ?? []
      if (file === undefined) return
      error.textContent = ''
      void readResult(file).then(
        (result) => replace(outcome, show(file.name, result)),
        (reason: unknown) => (error.textContent = reason instanceof Error ? reason.message : String(reason)),
      )
    },
  })
  if (other !== null) replace(outcome, show(other.name, other.result))
  return h(
    'article',
    { class: 'compare' },
    h('h1', { tabindex: -1 }, 'Two runs compared'),
    h('p', {}, h('label', {}, 'Earlier run: ', input)),
    error,
    outcome,
  )
}

async function readResult(file: File): Promise<Result> {
  const content = JSON.parse(await file.text()) as Partial<Result> | null
  if (content?.schema === 1 && Array.isArray(content.violations)) return content as Result
  throw new Error(`${file.name} is no result of JSMOP: choose the result.json of a run.`)
}

function show(name: string, earlier: Result): Child {
  const { result } = reportData()
  const comparison: Comparison = compareResults(earlier, result)
  const indexOf = new Map(result.violations.map((violation, index) => [violation, index]))
  const address = (violation: Violation) => {
    const index = indexOf.get(violation)
    return index === undefined ? addressOf(['compare']) : addressOf(['violation', index])
  }
  const part = (title: string, violations: readonly Violation[]) => {
    const list = virtualList({
      label: title,
      count: violations.length,
      rowHeight,
      row: (row, position) => violationRow(violations[row]!, address(violations[row]!), position),
    })
    list.style.height = `${Math.min(violations.length, 8) * rowHeight + 2}px`
    return [h('h2', {}, `${title} (${violations.length.toLocaleString('en')})`), violations.length > 0 && list]
  }
  return [
    h(
      'p',
      { role: 'status' },
      `Against ${name}: ${comparison.appeared.length} appeared, ${comparison.gone.length} gone, ${comparison.stayed.length} stayed.`,
    ),
    part('Appeared', comparison.appeared),
    part('Gone', comparison.gone),
    part('Stayed', comparison.stayed),
  ]
}
