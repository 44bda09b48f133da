/**
 * Monitors of the benches' specs as one would write them by hand for speed: state in private fields on the objects, no
 * tables, no reports beyond a count. What a general engine is measured against.
 */

// oxlint-disable-next-line typescript/no-extraneous-class -- a constructor is all it is for
class Given {
  constructor(object: object) {
    // oxlint-disable-next-line no-constructor-return -- stamps the object
    return object
  }
}

export const found = { violations: 0 }

class HandleState extends Given {
  #state: number
  constructor(object: object) {
    super(object)
    this.#state = 1
  }
  static use(object: object): void {
    if (!(#state in object)) return
    if (object.#state === 2) {
      object.#state = 3
      found.violations++
    }
  }
  static close(object: object): void {
    if (#state in object && object.#state === 1) object.#state = 2
  }
  static has(object: object): boolean {
    return #state in object
  }
}

export const handle = {
  open: (h: object) => {
    // oxlint-disable-next-line no-new -- stamps the object
    if (!HandleState.has(h)) new HandleState(h)
  },
  use: (h: object) => HandleState.use(h),
  close: (h: object) => HandleState.close(h),
}

/** Handles that are open, by creation site: what the end will ask for. */
const openBySite = new Int32Array(16)

class LeakState extends Given {
  /** The creation site while it is open, else -1. */
  #site: number
  constructor(object: object, site: number) {
    super(object)
    this.#site = site
  }
  static open(object: object, site: number): void {
    if (#site in object) return
    // oxlint-disable-next-line no-new -- stamps the object
    new LeakState(object, site)
    openBySite[site]!++
  }
  static close(object: object): void {
    if (!(#site in object) || object.#site === -1) return
    openBySite[object.#site]!--
    object.#site = -1
  }
}

export const leak = {
  open: (h: object) => LeakState.open(h, 1),
  close: (h: object) => LeakState.close(h),
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
    if (!(#current in object)) return
    object.#current.stale = true
    object.#current = new Generation()
  }
}

class IteratorState extends Given {
  #generation: Generation | null
  constructor(object: object, generation: Generation) {
    super(object)
    this.#generation = generation
  }
  static next(object: object): void {
    if (!(#generation in object)) return
    const generation = object.#generation
    if (generation !== null && generation.stale) {
      object.#generation = null
      found.violations++
    }
  }
  static has(object: object): boolean {
    return #generation in object
  }
}

export const iterator = {
  create: (m: object, i: object) => {
    // oxlint-disable-next-line no-new -- stamps the object
    if (!IteratorState.has(i)) new IteratorState(i, MapState.current(m))
  },
  modify: (m: object) => MapState.modify(m),
  next: (i: object) => IteratorState.next(i),
}

class ViewState extends Given {
  readonly #map: object
  constructor(object: object, map: object) {
    super(object)
    this.#map = map
  }
  static mapOf(object: object): object | undefined {
    return #map in object ? object.#map : undefined
  }
}

export const view = {
  view: (m: object, v: object) => {
    // The map is kept alive by its view in any program: a strong reference is what one would write.
    // oxlint-disable-next-line no-new -- stamps the object
    if (ViewState.mapOf(v) === undefined) new ViewState(v, m)
  },
  create: (v: object, i: object) => {
    const map = ViewState.mapOf(v)
    if (map !== undefined) iterator.create(map, i)
  },
  modify: iterator.modify,
  next: iterator.next,
}
