/**
 * `html`: one file that opens from disk. The page is a small program (`html/app`, bundled when the package is built) and
 * data beside it. Everything that was read from the run is data: it stands in script elements that no browser runs, with
 * `<` escaped, and the program makes text nodes of it. The content security policy allows our script and style alone, by
 * their hashes.
 */

import { automatonLayout } from './automaton/automaton-layout.ts'
import { elementIds, type ReportData, type ReportedSpec, type SourceSegment, type Sources } from './html/report-data.ts'
import { byImportance } from './rank-violations.ts'
import type { ReportContext, SpecDescription } from './reporter.ts'
import type { Place, Result } from './result.ts'
import { sha256 } from './sha256.ts'

/** Lines of source around each place. */
const around = 6
/** Places of traces whose source the page brings along. */
const mostSites = 5000
/** A line of a minified file is cut. */
const longestLine = 400

export async function renderHtml(result: Result, context: ReportContext): Promise<string> {
  const { script, style } = context.app()
  const traces = context.traces()
  const data: ReportData = {
    result: { ...result, violations: [...result.violations].sort(byImportance) },
    specs: await describeSpecs(result, context),
    traces: traces === undefined ? 'none' : traces.whole ? 'all' : 'some',
  }
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title>JSMOP report</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<noscript>This report needs JavaScript. <code>jsmop report</code> prints it as text.</noscript>',
    '<div id="app"></div>',
    dataElement(elementIds.result, JSON.stringify(data)),
    `<script>${script}</script>`,
    dataElement(elementIds.sources, JSON.stringify(collectSources(result, context, sitesOf(traces?.text)))),
    ...(context.other === undefined ? [] : [dataElement(elementIds.other, JSON.stringify(context.other))]),
    ...(traces === undefined ? [] : [dataElement(elementIds.traces, traces.text)]),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** JSON has `<` only inside strings, where its escape means the same; so neither `</script` nor `<!--` can occur. */
function dataElement(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`
}

function hashOf(text: string): string {
  return `sha256-${sha256(text, 'base64')}`
}

async function describeSpecs(result: Result, { specs }: ReportContext): Promise<Record<string, ReportedSpec>> {
  const ids = new Set([...Object.keys(result.stats.perSpec), ...result.violations.map(({ spec }) => spec)])
  const described: Record<string, ReportedSpec> = {}
  for (const id of ids) {
    const spec = specs.get(id)
    if (spec !== undefined) described[id] = await describeSpec(spec)
  }
  return described
}

async function describeSpec(spec: SpecDescription): Promise<ReportedSpec> {
  const { description, doc, logic, formula, falseAlarms, automaton } = spec
  return {
    description,
    doc,
    logic,
    formula: formula ?? null,
    falseAlarms,
    automaton: automaton ?? null,
    layout: automaton === undefined ? null : await automatonLayout(automaton),
  }
}

/** The places of traces, from the first line of their file. */
function sitesOf(traces: string | undefined): Place[] {
  if (traces === undefined) return []
  const { sites } = JSON.parse(traces.slice(0, traces.indexOf('\n'))) as { sites: [string, number, number][] }
  return sites.slice(0, mostSites).map(([file, line, column]) => ({ file, line, column }))
}

function collectSources(result: Result, { sourceLines, other }: ReportContext, sites: readonly Place[]): Sources {
  const wanted = new Map<string, Set<number>>()
  const want = ({ file, line }: Place) => {
    if (file === '' || line < 1) return
    const lines = wanted.get(file) ?? new Set<number>()
    wanted.set(file, lines)
    for (let at = Math.max(1, line - around); at <= line + around; at++) lines.add(at)
  }
  for (const violation of [...result.violations, ...(result.ignored ?? []), ...(other?.result.violations ?? [])]) {
    want(violation)
    violation.trace.forEach(want)
  }
  sites.forEach(want)
  const sources: [string, SourceSegment[]][] = []
  for (const [file, numbers] of wanted) {
    const text = sourceLines(file)
    if (text === undefined) continue
    sources.push([
      file,
      segmentsOf(
        [...numbers].filter((line) => line <= text.length).sort((a, b) => a - b),
        text,
      ),
    ])
  }
  return Object.fromEntries(sources)
}

function segmentsOf(numbers: readonly number[], text: readonly string[]): SourceSegment[] {
  const segments: { from: number; lines: string[] }[] = []
  for (const line of numbers) {
    const shown = text[line - 1]!
    const last = segments.at(-1)
    const cut = shown.length > longestLine ? `${shown.slice(0, longestLine)}…` : shown
    if (last !== undefined && last.from + last.lines.length === line) last.lines.push(cut)
    else segments.push({ from: line, lines: [cut] })
  }
  return segments
}
