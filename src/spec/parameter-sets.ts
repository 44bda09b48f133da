/**
 * Carries enable and coenable sets over from events to parameters: an event set becomes the union of what its events bind.
 * Sets are over all reported categories together. A coenable set may be empty as a set of parameters (an end event that
 * binds nothing reaches monitors whose objects are all dead); only the empty set of events is left out.
 *
 * A template that can give the sets for labels does so without enumerating event sets; else they are mapped one by one.
 */

import type { EventSets, MonitorTemplate, ReportSets } from '../logic/template.ts'

/** `labels` gives each event of the template a bit set. */
export function labelSets(template: MonitorTemplate, labels: readonly number[]): ReportSets {
  if (template.reportSets !== undefined) return template.reportSets(labels)
  const labelOf = new Map(template.events.map((event, i) => [event, labels[i]!]))
  const union = (set: readonly string[]): number => set.reduce((sum, event) => sum | labelOf.get(event)!, 0)
  const perEvent = (sets: readonly EventSets[]): number[][] =>
    template.events.map((event) => {
      const unions = new Set(sets.flatMap((perCategory) => (perCategory[event] ?? []).map(union)))
      return [...unions].sort((a, b) => a - b)
    })
  const enable = template.categories.map(({ name }) => template.enable(name))
  const coenable = template.categories.map(({ name }) => template.coenable(name))
  return {
    starts: template.events.map((event) =>
      enable.some((sets) => sets[event]?.some((set) => set.length === 0) ?? false),
    ),
    enable: perEvent(enable),
    coenable: perEvent(coenable),
  }
}
