/**
 * When a category is reported (`Category.report`), as bit sets over a spec's categories: at an event, report
 * `after & (event | (entry & ~before))`, where `before` and `after` are the categories that hold around it.
 */

import type { CompiledSpec } from '../spec/compiled-spec.ts'
import type { ReportRule } from '../logic/template.ts'

export function reportMasks(spec: CompiledSpec): Readonly<Record<ReportRule, number>> {
  const { categories } = spec.template
  const masks = { event: 0, entry: 0 }
  for (let i = 0; i < categories.length; i++) masks[categories[i]!.report] |= 1 << i
  return masks
}
