/** The specs that the engine's benches run, and many copies of one of them. */

import { buildSpec } from '../../test/support/spec-builder.ts'

const base = { connected: true, fullBinding: true, categories: ['match'] } as const

/** A handle used after it was closed. */
export const handleSpec = (id = 'bench/handle') =>
  buildSpec({
    ...base,
    id,
    parameters: ['h'],
    events: { open: 'h', use: 'h', close: 'h' },
    logic: 'ere',
    formula: 'open use* close+ use',
    creation: ['open'],
  })

/** A handle that is not closed at the end. */
export const leakSpec = () =>
  buildSpec({
    ...base,
    id: 'bench/leak',
    parameters: ['h'],
    events: { open: 'h', close: 'h', end: '' },
    end: 'end',
    logic: 'ltl',
    formula: '[](open => <> close)',
    categories: ['violation'],
    creation: ['open'],
    blame: 'creation',
  })

/** A map changed while it is iterated. */
export const iteratorSpec = (id = 'bench/iterator') =>
  buildSpec({
    ...base,
    id,
    parameters: ['m', 'i'],
    events: { create: 'm i', modify: 'm', next: 'i' },
    logic: 'ere',
    formula: 'create next* modify+ next',
    creation: ['create'],
  })

/** A map changed while a view of it is iterated. */
export const viewSpec = (id = 'bench/view') =>
  buildSpec({
    ...base,
    id,
    parameters: ['m', 'v', 'i'],
    events: { view: 'm v', create: 'v i', modify: 'm', next: 'i' },
    logic: 'ere',
    formula: 'view modify* create next* modify+ next',
    creation: ['view'],
  })

/** A handle closed more often than it was opened: a property that no automaton has. */
export const nestingSpec = (id = 'bench/nesting') =>
  buildSpec({
    ...base,
    id,
    parameters: ['h'],
    events: { open: 'h', close: 'h' },
    logic: 'cfg',
    formula: 'S -> S open S close | epsilon',
    categories: ['fail'],
    creation: ['open'],
  })
