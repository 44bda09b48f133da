/**
 * Pictures of reports, as SVG texts: curves over deciles, spreads of ratios on a logarithmic scale, stacked bars, rows of
 * bars. Colours
 * come with a light and a dark form, and every series is named beside its mark, so that colour is never all there is.
 */

export interface Series {
  readonly name: string
  /** NaN leaves a gap. */
  readonly values: readonly number[]
}

const width = 720
const height = 320
const left = 64
const right = 150
const top = 16
const bottom = 44
const colours = ['#2563eb', '#d97706', '#059669', '#dc2626', '#7c3aed', '#0891b2', '#be185d', '#65a30d']

/** One point a series and category, joined; from 1 on a logarithmic scale if the numbers are ratios. */
export function lineChart(
  title: string,
  categories: readonly string[],
  series: readonly Series[],
  unit: string,
): string {
  const scale = logarithmic(series.flatMap(({ values }) => values))
  const x = (i: number) => left + ((width - left - right) * (i + 0.5)) / categories.length
  const marks = series.map(({ name, values }, s) => {
    const colour = colours[s % colours.length]!
    const points = values.flatMap((value, i) => (Number.isFinite(value) ? [[x(i), scale.at(value)] as const] : []))
    const line = `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map(([a, b]) => `${round(a)},${round(b)}`).join(' ')}"/>`
    const dots = points.map(([a, b]) => `<circle cx="${round(a)}" cy="${round(b)}" r="3" fill="${colour}"/>`).join('')
    return `${line}${dots}${legend(name, colour, s)}`
  })
  return picture(title, [axes(scale, unit), ...categories.map((name, i) => label(x(i), name)), ...marks])
}

/** Every number a dot, the median a bar. */
export function spreadChart(title: string, series: readonly Series[], unit: string): string {
  const scale = logarithmic(series.flatMap(({ values }) => values))
  const marks = series.map(({ name, values }, s) => {
    const middle = left + ((width - left - right + 120) * (s + 0.5)) / series.length
    const colour = colours[s % colours.length]!
    const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
    const dots = sorted.map((value, i) => {
      // Neighbours in order stand apart, so that equal numbers can be seen to be many.
      const aside = ((i % 9) - 4) * 4
      return `<circle cx="${round(middle + aside)}" cy="${round(scale.at(value))}" r="2.5" fill="${colour}" fill-opacity="0.6"/>`
    })
    const centre = sorted[sorted.length >> 1]
    const bar =
      centre === undefined
        ? ''
        : `<path d="M${round(middle - 24)} ${round(scale.at(centre))}h48" stroke="${colour}" stroke-width="3"/>`
    return dots.join('') + bar + label(middle, name)
  })
  return picture(title, [axes(scale, unit), ...marks])
}

/** Counts upon each other, one bar a category. */
export function barChart(title: string, categories: readonly string[], series: readonly Series[]): string {
  const totals = categories.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const most = Math.max(1, ...totals)
  const scale = linear(most)
  const wide = (width - left - right) / categories.length
  const bars = categories.map((name, i) => {
    let below = 0
    const parts = series.map(({ values }, s) => {
      const from = scale.at(below)
      below += values[i] ?? 0
      const to = scale.at(below)
      return `<rect x="${round(left + wide * (i + 0.2))}" y="${round(to)}" width="${round(wide * 0.6)}" height="${round(from - to)}" fill="${colours[s % colours.length]}"/>`
    })
    return parts.join('') + label(left + wide * (i + 0.5), name)
  })
  const names = series.map(({ name }, s) => legend(name, colours[s % colours.length]!, s))
  return picture(title, [axes(scale, ''), ...bars, ...names])
}

/** Bars to the right, a row for each name and a bar for each series; a line stands at 1. NaN leaves a gap. */
export function rowChart(title: string, rows: readonly Series[], series: readonly string[]): string {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.filter(Number.isFinite)))
  const start = 150
  const thick = 8
  const rowHeight = series.length * thick + 8
  const x = (value: number) => start + ((width - start - right) * value) / most
  const bars = rows.map(({ name, values }, i) => {
    const y = top + i * rowHeight
    const own = values.map((value, s) =>
      Number.isFinite(value)
        ? `<rect x="${start}" y="${y + s * thick}" width="${round(Math.max(0, x(value) - start))}" height="${thick - 1}" fill="${colours[s % colours.length]}"/>`
        : '',
    )
    const middle = round(y + (series.length * thick) / 2)
    return `<text x="${start - 8}" y="${middle}" text-anchor="end" dominant-baseline="middle">${escape(name)}</text>${own.join('')}`
  })
  const end = top + rows.length * rowHeight
  const line = `<path class="grid" d="M${round(x(1))} ${top}V${end}"/><text x="${round(x(1))}" y="${end + 14}" text-anchor="middle">1</text>`
  const names = series.map((name, s) => legend(name, colours[s % colours.length]!, s))
  return picture(title, [line, ...bars, ...names], end + 24)
}

interface Scale {
  readonly ticks: readonly number[]
  readonly at: (value: number) => number
}

function logarithmic(values: readonly number[]): Scale {
  const finite = values.filter((value) => Number.isFinite(value) && value > 0)
  const least = Math.min(1, ...finite)
  const most = Math.max(2, ...finite)
  const candidates = [0.1, 0.2, 0.5, 0.8, 1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000]
  const from = Math.log(least * 0.98)
  const span = Math.log(most * 1.05) - from
  return {
    ticks: candidates.filter((tick) => tick >= least && tick <= most * 1.05),
    at: (value) => height - bottom - ((Math.log(Math.max(value, least)) - from) / span) * (height - top - bottom),
  }
}

function linear(most: number): Scale {
  const step = 10 ** Math.floor(Math.log10(most))
  const by = most / step > 5 ? step * 2 : most / step > 2 ? step : step / 2
  const ticks = Array.from({ length: Math.floor(most / by) + 1 }, (_, i) => i * by)
  return { ticks, at: (value) => height - bottom - (value / (most * 1.05)) * (height - top - bottom) }
}

function axes({ ticks, at }: Scale, unit: string): string {
  return ticks
    .map((tick) => {
      const y = round(at(tick))
      return `<path class="grid" d="M${left} ${y}H${width - right}"/><text x="${left - 8}" y="${y}" text-anchor="end" dominant-baseline="middle">${tick.toLocaleString('en-US')}${unit}</text>`
    })
    .join('')
}

function label(x: number, name: string): string {
  return `<text x="${round(x)}" y="${height - bottom + 20}" text-anchor="middle">${escape(name)}</text>`
}

function legend(name: string, colour: string, at: number): string {
  const y = top + 10 + at * 20
  return `<rect x="${width - right + 12}" y="${y - 5}" width="10" height="10" fill="${colour}"/><text x="${width - right + 28}" y="${y}" dominant-baseline="middle">${escape(name)}</text>`
}

function picture(title: string, parts: readonly string[], tall = height): string {
  const style =
    'text{font:12px system-ui,sans-serif;fill:#333}.grid{stroke:#ddd;fill:none}' +
    '@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}}'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}" role="img" aria-label="${escape(title)}"><style>${style}</style>${parts.join('')}</svg>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
