/**
 * `--algo none`: events are signalled and counted, and there is nobody to hear them. A run with it takes what
 * instrumentation, places and conditions take; what a run with an algorithm takes beyond it is monitoring alone, the time
 * that Valg (§IV) and its successors compare.
 */

import type { Signaller } from '../spec/signaller.ts'
import type { Algorithm, Monitoring, Statistics } from './monitoring.ts'

export const monitorNothing: Algorithm = (spec): Monitoring => {
  const counts: Statistics = { events: 0, monitors: 0, collected: 0, live: 0, peak: 0, steps: 0, reports: 0 }
  const signal: Signaller = () => {
    counts.events++
  }
  return {
    spec,
    signal,
    signaller: () => signal,
    signallerWithoutCreation: () => signal,
    died() {},
    finish() {},
    statistics: () => ({ ...counts }),
  }
}
