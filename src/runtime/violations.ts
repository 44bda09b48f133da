/**
 * Turns reports of the engine into records of violations and writes them at once. A violation is a spec, a category and
 * the place that is blamed, in one test; the same again is only counted, and the totals are written as they double, so
 * that a rule broken a million times in a loop makes twenty lines and a killed process loses at most half of a count.
 */

import type { Report, Site } from '../engine/monitoring.ts'
import { mapGet, mapSet } from '../instrument/patch/originals.ts'
import { pristinely } from '../instrument/patch/pristine.ts'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import { messageOf } from './message.ts'
import type { SessionFile } from './session-file.ts'
import type { Sites } from './sites.ts'

const { setImmediate: defer } = globalThis

export interface Violation {
  readonly spec: string
  readonly category: string
  readonly event: string
  /** The blamed place. */
  readonly site: Site
  /** Where the violating event happened, when the blamed place is another. */
  readonly eventSite: Site
  readonly creationSite: Site
  /** The event that happened there, when the spec has just one that creates. */
  readonly creationEvent: string | undefined
  readonly message: string
  readonly test: unknown
  readonly trace: readonly (readonly [event: string, site: Site, times: number])[] | undefined
  /** Reports, and the instances they speak of. */
  count: number
  instances: number
}

export class Violations {
  readonly all: Violation[] = []
  readonly #known = new Map<unknown, Map<string, Violation>>()
  readonly #written = new Map<Violation, number>()
  readonly #mapsWritten = new Map<string, string>()
  readonly #sitesWritten = new Map<Site, true>()
  /** Places to be looked for when this turn is over. */
  readonly #late: Site[] = []
  readonly #sites: Sites
  readonly #file: SessionFile | undefined
  readonly #onReport: ((violation: Violation) => void) | undefined

  constructor(sites: Sites, file: SessionFile | undefined, onReport: ((violation: Violation) => void) | undefined) {
    this.#sites = sites
    this.#file = file
    this.#onReport = onReport
  }

  add(report: Report, test: unknown): Violation {
    const { spec, category, event, site, creationSite, instances } = report
    const named = report.variables?.['blamedSite']
    const blamed =
      typeof named === 'number' && named !== 0
        ? named
        : spec.events[event]!.blame === 'creation' && creationSite !== 0
          ? creationSite
          : site
    let ofTest = mapGet(this.#known, test) as Map<string, Violation> | undefined
    if (ofTest === undefined) {
      ofTest = new Map()
      mapSet(this.#known, test, ofTest)
    }
    const key = `${spec.id} ${category} ${blamed}`
    let violation = mapGet(ofTest, key) as Violation | undefined
    if (violation !== undefined) {
      violation.count += 1
      violation.instances += instances
      if ((mapGet(this.#written, violation) as number) * 2 <= violation.count) this.#writeTotals(violation)
      return violation
    }
    violation = pristinely(() => this.#addFirst(report, test, blamed))
    mapSet(ofTest, key, violation)
    return violation
  }

  #addFirst(report: Report, test: unknown, blamed: Site): Violation {
    const { spec, category, event, site, instances } = report
    // Where each event is a fault by itself, those before it have nothing to do with it.
    const isAlone = spec.template.logic === 'raw'
    const trace = isAlone ? report.trace?.slice(-1) : report.trace
    const violation: Violation = {
      spec: spec.id,
      category: spec.reports[category]!.name,
      event: spec.events[event]!.name,
      site: blamed,
      eventSite: site,
      creationSite: isAlone ? site : report.creationSite,
      creationEvent: onlyCreationEvent(spec),
      message: messageOf(report),
      test,
      trace: trace?.map((step) => [spec.events[step.event]!.name, step.site, step.times] as const),
      count: 1,
      instances,
    }
    mapSet(this.#written, violation, 1)
    this.all[this.all.length] = violation
    this.#write(violation)
    this.#onReport?.(violation)
    return violation
  }

  /** Writes the totals that have grown since they were written, and positions that were not to be looked for yet. */
  flush(): void {
    this.#writeLate()
    for (const violation of this.all)
      if ((mapGet(this.#written, violation) as number) < violation.count) this.#writeTotals(violation)
  }

  #write(violation: Violation): void {
    if (this.#file === undefined) return
    const { test, ...record } = violation
    for (const site of [violation.site, violation.eventSite, violation.creationSite]) this.describe(site)
    for (const step of violation.trace ?? []) this.describe(step[1])
    this.#file.append({ violation: { ...record, test: test ?? null } })
  }

  #writeTotals(violation: Violation): void {
    mapSet(this.#written, violation, violation.count)
    const { spec, category, site, count, instances, test } = violation
    this.#file?.append({ more: { spec, category, site, count, instances, test: test ?? null } })
  }

  /** Writes where a site is, before the first record that mentions it. */
  readonly describe = (site: Site): void => {
    if (mapGet(this.#sitesWritten, site) === true) return
    mapSet(this.#sitesWritten, site, true)
    if (this.#sites.isLate(site)) {
      if (this.#late.length === 0) defer(() => this.#writeLate()).unref()
      this.#late[this.#late.length] = site
    } else this.#writePosition(site)
  }

  #writeLate(): void {
    for (const site of this.#late) this.#writePosition(site)
    this.#late.length = 0
  }

  #writePosition(site: Site): void {
    const position = this.#sites.position(site)
    if (position === undefined) return
    const { file, line, column, function: name, mapped } = position
    const map = this.#sites.mapOf(file)
    if (map !== undefined && mapGet(this.#mapsWritten, file) !== map) {
      mapSet(this.#mapsWritten, file, map)
      this.#file!.append({ map: [file, map] })
    }
    this.#file!.append({ site: [site, file, line, column, name, ...(mapped === true ? [true] : [])] })
  }
}

function onlyCreationEvent({ events }: CompiledSpec): string | undefined {
  const creating = events.filter(({ creation }) => creation)
  return creating.length === 1 ? creating[0]!.name : undefined
}
