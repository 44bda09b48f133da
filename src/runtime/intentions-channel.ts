/**
 * What a program says of violations that are meant, on its way to the session: the library face (`intentions.ts`) and the
 * session (`intended.ts`) are in different bundles and meet on a channel of Node's.
 */

/** Violations that are meant, from `begin` to `end`. */
export interface Intention {
  /** Of this spec; of any when undefined. */
  readonly spec: string | undefined
  /** How many were seen; the session counts. */
  seen: number
}

export interface IntentionMessage {
  readonly step: 'begin' | 'end'
  readonly intention: Intention
}

export const intentionsChannel = 'jsmop:intentions'
