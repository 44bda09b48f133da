/**
 * Monitors of the benches' specs as one would write them by hand for speed, knowing just that spec: state in private fields
 * on the objects, no tables, no other parameters, no traces. They give what the engine gives: each report with the site of
 * its event, the creation site and the number of instances, and the counts that statistics show (events, monitors, live,
 * peak, collected, reports). What a general engine is measured against; `measure.mjs` refuses results that differ.
 */

import type { Site } from '../../src/engine/monitoring.ts'

/** What the engine's reports have, as far as such a monitor can know it. */
export interface HandReport {
  readonly event: string
  readonly site: Site
  readonly creationSite: Site
  readonly instances: number
}

export class Counts {
  events = 0
  monitors = 0
  collected = 0
  live = 0
  peak = 0
  reports = 0
}

export type HandSink = (report: HandReport) => void

// oxlint-disable-next-line typescript/no-extraneous-class -- a constructor is all it is for
class Given {
  constructor(object: object) {
    // oxlint-disable-next-line no-constructor-return -- stamps the object
    return object
  }
}

const counts = new Counts()
let sink: HandSink = () => {}

/** Gives a look at the counts, and sends reports to a sink from then on. */
export function startHand(to: HandSink): () => Counts {
  sink = to
  return () => {
    if (counts.live > counts.peak) counts.peak = counts.live
    return counts
  }
}

function report(event: string, site: Site, creationSite: Site, instances: number): void {
  counts.reports += instances
  sink({ event, site, creationSite, instances })
}

function hold(): void {
  counts.monitors++
  counts.live++
}

function drop(): void {
  if (counts.live > counts.peak) counts.peak = counts.live
  counts.collected++
  counts.live--
}

const open = 1
const closed = 2
const over = 3

class HandleState extends Given {
  #state: number
  #creationSite: Site
  constructor(object: object, site: Site) {
    super(object)
    this.#state = open
    this.#creationSite = site
  }
  static open(object: object, site: Site): void {
    counts.events++
    if (#state in object) HandleState.end(object)
    else {
      hold()
      // oxlint-disable-next-line no-new -- stamps the object
      new HandleState(object, site)
    }
  }
  static use(object: object, site: Site): void {
    counts.events++
    if (#state in object && object.#state === closed) {
      report('use', site, object.#creationSite, 1)
      HandleState.end(object)
    }
  }
  static close(object: object): void {
    counts.events++
    if (#state in object && object.#state === open) object.#state = closed
  }
  static end(object: object): void {
    if (!(#state in object) || object.#state === over) return
    object.#state = over
    drop()
  }
}

export const handle = {
  open: (h: object, site: Site) => HandleState.open(h, site),
  use: (h: object, site: Site) => HandleState.use(h, site),
  close: (h: object, _site: Site) => HandleState.close(h),
}

/** Handles that are open, by creation site: what the end will ask for. */
const openBySite: number[] = []

class LeakState extends Given {
  /** The creation site, negative while it is closed. */
  #site: number
  constructor(object: object, site: Site) {
    super(object)
    this.#site = site
  }
  static open(object: object, site: Site): void {
    counts.events++
    if (#site in object) {
      if (object.#site < 0) {
        object.#site = -object.#site
        openBySite[object.#site]!++
      }
      return
    }
    hold()
    // oxlint-disable-next-line no-new -- stamps the object
    new LeakState(object, site)
    openBySite[site] = (openBySite[site] ?? 0) + 1
  }
  static close(object: object): void {
    counts.events++
    if (!(#site in object) || object.#site < 0) return
    openBySite[object.#site]!--
    object.#site = -object.#site
  }
}

export const leak = {
  open: (h: object, site: Site) => LeakState.open(h, site),
  close: (h: object, _site: Site) => LeakState.close(h),
  end: (site: Site) => {
    counts.events++
    openBySite.forEach((instances, creationSite) => {
      if (instances > 0) report('end', site, creationSite, instances)
    })
    if (counts.live > counts.peak) counts.peak = counts.live
    counts.live = 0
  },
}

/** Iterators of a map between two changes of it; a change makes a stale generation of all of them at once. */
class Generation {
  stale = false
}

class MapState extends Given {
  #current: Generation
  constructor(object: object) {
    super(object)
    this.#current = new Generation()
  }
  static current(object: object): Generation {
    if (#current in object) return object.#current
    return new MapState(object).#current
  }
  static modify(object: object): void {
    counts.events++
    if (!(#current in object)) return
    object.#current.stale = true
    object.#current = new Generation()
  }
}

class IteratorState extends Given {
  /** Null once nothing can be reported. */
  #generation: Generation | null
  #creationSite: Site
  constructor(object: object, generation: Generation, site: Site) {
    super(object)
    this.#generation = generation
    this.#creationSite = site
  }
  static create(map: object, object: object, site: Site): void {
    if (#generation in object) {
      if (object.#generation === null) return
      object.#generation = null
      drop()
      return
    }
    hold()
    // oxlint-disable-next-line no-new -- stamps the object
    new IteratorState(object, MapState.current(map), site)
  }
  static next(object: object, site: Site): void {
    counts.events++
    if (!(#generation in object)) return
    const generation = object.#generation
    if (generation === null || !generation.stale) return
    object.#generation = null
    report('next', site, object.#creationSite, 1)
    drop()
  }
}

export const iterator = {
  create: (m: object, i: object, site: Site) => {
    counts.events++
    IteratorState.create(m, i, site)
  },
  modify: (m: object, _site: Site) => MapState.modify(m),
  next: (i: object, site: Site) => IteratorState.next(i, site),
}

class ViewState extends Given {
  readonly #map: object
  readonly #site: Site
  constructor(object: object, map: object, site: Site) {
    super(object)
    this.#map = map
    this.#site = site
  }
  static view(map: object, object: object, site: Site): void {
    counts.events++
    if (#map in object) return
    hold()
    // The map is kept alive by its view in any program: a strong reference is what one would write.
    // oxlint-disable-next-line no-new -- stamps the object
    new ViewState(object, map, site)
  }
  static create(object: object, i: object): void {
    counts.events++
    if (#map in object) IteratorState.create(object.#map, i, object.#site)
  }
}

export const view = {
  view: (m: object, v: object, site: Site) => ViewState.view(m, v, site),
  create: (v: object, i: object, _site: Site) => ViewState.create(v, i),
  modify: iterator.modify,
  next: iterator.next,
}
