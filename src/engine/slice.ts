/**
 * The events that an instance has taken, kept when traces are asked for. A list that grows at its end and shares what
 * came before, so that a monitor is copied with its slice at no cost; runs of one event at one place count as one step.
 */

import type { Site, TraceStep } from './monitoring.ts'

export interface Slice extends TraceStep {
  readonly before: Slice | undefined
}

export function extendSlice(slice: Slice | undefined, event: number, site: Site): Slice {
  if (slice !== undefined && slice.event === event && slice.site === site) {
    return { event, site, times: slice.times + 1, before: slice.before }
  }
  return { event, site, times: 1, before: slice }
}

export function stepsOf(slice: Slice | undefined): TraceStep[] {
  const steps: TraceStep[] = []
  for (let at = slice; at !== undefined; at = at.before) steps.push({ event: at.event, site: at.site, times: at.times })
  return steps.reverse()
}
