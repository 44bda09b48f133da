/**
 * When a category is reported (`Category.report`), as bit sets over a spec's categories: at an event, report
 * `after & (event | (entry & ~before))`, where `before` and `after` are the categories that hold around it.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { ReportRule } from '../logic/template.ts'

export function reportMasks(spec: CompiledSpec): Readonly<Record<ReportRule, number>> {
  const maskOf = (rule: ReportRule) =>
    spec.template.categories.reduce((mask, category, i) => (category.report === rule ? mask | (1 << i) : mask), 0)
  return { event: maskOf('event'), entry: maskOf('entry') }
}
