/** A report before it is written: sections of text, tables and pictures. `render-markdown.ts` and `render-html.ts` write it. */

export interface Section {
  readonly title: string
  readonly parts: readonly Part[]
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'chart'; readonly name: string; readonly title: string; readonly svg: string }

export interface Document {
  readonly title: string
  readonly sections: readonly Section[]
}

export const text = (content: string): Part => ({ kind: 'text', text: content })

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): Part => ({
  kind: 'table',
  head,
  rows,
})

export const ratio = (value: number | undefined): string => (value === undefined ? '' : `${value.toFixed(2)}×`)

export const milliseconds = (value: number | undefined): string => {
  if (value === undefined) return ''
  return Math.abs(value) >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`
}

export const percent = (part: number, whole: number): string =>
  whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`

export const count = (value: number | undefined): string => (value === undefined ? '' : value.toLocaleString('en-US'))

export const chance = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3))
