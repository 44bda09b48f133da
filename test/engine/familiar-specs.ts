/** The specs that tests of the engine have in common, as text, so that a test can change what it is about. */

import type { SpecText } from '../support/spec-builder.ts'

/** A map is not changed while it is walked: what connects its two objects is the event that creates. */
export const iterator = {
  parameters: ['m', 'i'],
  events: { create: 'm i', modify: 'm', next: 'i' },
  logic: 'ere',
  formula: 'create next* modify+ next',
  categories: ['match'],
  creation: ['create'],
} as const satisfies SpecText

/** The same through a view of the map: no event has all three objects. */
export const viewIterator = {
  parameters: ['m', 'v', 'i'],
  events: { view: 'm v', create: 'v i', modify: 'm', next: 'i' },
  logic: 'ere',
  formula: 'view modify* create next* modify+ next',
  categories: ['match'],
  creation: ['view'],
} as const satisfies SpecText

/** What was opened is closed: judged at the end, and blamed on the creation. */
export const leak = {
  parameters: ['h'],
  events: { open: 'h', close: 'h', end: '' },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  categories: ['violation'],
  creation: ['open'],
  blame: 'creation',
} as const satisfies SpecText
