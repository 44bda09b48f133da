/**
 * How a node of the trace store lies in its array, and an event and a place in a key (`trace-store.ts`). Nothing but
 * constants, and no import: so the bundles that the package and the benches are have them in place, and the way of an
 * event loads none.
 */

/** A prefix of a slice: where its fields begin in `TraceStore.nodes`. The root is the empty prefix. */
export type Node = number

/** Where every slice begins. */
export const root = 0

/** Instead of a node: the store is full. */
export const cut = -1

/** The state of a node that nobody has judged. */
export const unjudged = -1

// The fields of a node in `TraceStore.nodes`.

/** The rank of the node it follows, above the marks; for a free one, that of the next free one. */
export const parentField = 0
/** The event and place of its last step; 0 for the root and for free nodes. */
export const keyField = 1
export const timesField = 2
/** The instances that are there, but for those that have passed. */
export const countField = 3
/** Whatever who judges prefixes wants to know of it; `unjudged` when it is born. Below 0, instances may not pass unseen. */
export const stateField = 4
/** The successor that was last gone to, 0 for none. Never a node that may go away. */
export const lastField = 5
/** Its key, if it is known; else 0. So an instance that passes touches one cache line of the store. */
export const lastKeyField = 6
/** How many instances have passed from here to the known successor and are counted here still. */
export const passedField = 7
export const fieldBits = 3
export const fields = 1 << fieldBits

// Bits of the marks.

/** A report was made at the prefix or before it. */
export const reportedBit = 1
/** A test is known to have ended there, so it must stay. */
export const pinnedBit = 2
/** A trace has ended there, or more than one has. */
export const endedBit = 4
export const endedOftenBit = 8
/** Instances came there in the current test. */
export const seenBit = 16
/** And more of them may, without anything to be said. */
export const knownBit = 32
/** It has had a known successor in the current test. */
export const leadsBit = 64
export const markBits = 7

/** The most nodes, so that the rank of one and marks are a number above 0. */
export const mostNodes = 1 << (31 - markBits)

/** How many bits the place of a node has that may be known, these bits, and the last such node. */
export const knownBits = 20
export const knownMask = (1 << knownBits) - 1
export const lastKnown = knownMask << fieldBits

/** Lengths of a run that stay, which is also how many lengths share a place in the table. */
export const kept = 16
export const blockBits = 4

/**
 * An event and a place are a key, 32 bits, never 0. Side by side if the event is below the mask and the place has no more
 * bits, the event in the lowest bits and never 0 there; places of woven files have just so many. Where these bits are 0 the
 * others number a pair that is too large (an *odd* key).
 */
export const eventBits = 4
export const eventMask = (1 << eventBits) - 1
export const siteBits = 32 - eventBits
