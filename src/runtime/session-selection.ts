/**
 * Selective monitoring in a session (`--sample`): tells the selections of all specs when a test has ended, and writes what
 * they did when the session ends.
 *
 *     {"selection":{"spec":"…","site":17,"created":40,"skipped":960,"unique":3,"duplicate":37,"converged":null}}
 *     {"suppressed":1200}          events of raw specs that were not signalled
 */

import type { Algorithm } from '../engine/monitoring.ts'
import type { Sample } from '../engine/select/sample.ts'
import { Sampler, selectively } from '../engine/select/selective-monitoring.ts'
import type { Sites } from './sites.ts'
import type { Violations } from './violations.ts'

export interface SelectionSettings {
  readonly sample?: Sample
  /** By spec, places (`file:line:column`) where one complete trace is enough. */
  readonly once?: Readonly<Record<string, readonly string[]>>
  /** Whether the agents' logs are written. */
  readonly log?: boolean
}

export class SessionSelection {
  readonly #sampler: Sampler

  constructor({ sample = { kind: 'none' }, once = {}, log = false }: SelectionSettings, sites: Sites) {
    const namePlace = (site: number): string => {
      const position = sites.position(site)
      return position === undefined ? '' : `${position.file}:${position.line}:${position.column}`
    }
    // V8 names a file by its path, or by its address.
    const named = (places: readonly string[]): Set<string> =>
      new Set([...places, ...places.map((place) => `file://${place}`)])
    const places = new Map(Object.entries(once).map(([spec, all]) => [spec, named(all)]))
    this.#sampler = new Sampler(sample, { namePlace, log, once: places })
  }

  over(algorithm: Algorithm): Algorithm {
    return selectively(algorithm, this.#sampler)
  }

  /** Whether the end of a test or file matters to it: most tests of a long suite have nothing new, and ends are many. */
  get waits(): boolean {
    return this.#sampler.waits
  }

  /** A test or a file has ended, and with it all traces. */
  endTraces(): void {
    this.#sampler.endTraces()
  }

  /** Writes what was selected at each place. */
  write(append: (record: object) => void, { describe }: Pick<Violations, 'describe'>): void {
    const { selections, suppressed } = this.#sampler
    for (let i = 0; i < selections.length; i += 1) {
      const selection = selections[i]!
      for (let k = 0; k < selection.places.length; k += 1) {
        const { site, created, skipped, unique, duplicate, converged = null } = selection.places[k]!
        describe(site)
        const log = selection.logOf(site)
        append({
          selection: {
            spec: selection.spec.id,
            site,
            created,
            skipped,
            unique,
            duplicate,
            converged,
            ...(log === '' ? {} : { log }),
          },
        })
      }
    }
    if (suppressed > 0) append({ suppressed })
  }
}
