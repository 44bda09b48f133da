/** Both rules of the bench as one would write them by hand, without any generality. */

/* oxlint-disable no-extend-native -- wrappers are what is measured */

type Report = () => void

/** Loops over a map that are under way, and whether each was disturbed. */
class Loops {
  readonly open: { disturbed: boolean }[] = []
}

class Loopable extends (function (object: object) {
  return object
} as unknown as new (object: object) => object) {
  #loops = new Loops()
  static of(object: object): Loops | undefined {
    return #loops in object ? object.#loops : undefined
  }
}

class Cleared extends (function (object: object) {
  return object
} as unknown as new (object: object) => object) {
  #cleared = true
  static take(object: object): boolean {
    if (!(#cleared in object)) return false
    const was = object.#cleared
    object.#cleared = false
    return was
  }
  static mark(object: object): void {
    const known = #cleared in object ? object : new Cleared(object)
    known.#cleared = true
  }
}

export function byHand(report: Report): (rounds: number, maps: unknown[], sets: unknown[]) => number {
  const { set } = Map.prototype
  const { add, clear } = Set.prototype
  Map.prototype.set = function (key: unknown, value: unknown) {
    const loops = Loopable.of(this)
    if (loops !== undefined) for (let i = 0; i < loops.open.length; i += 1) loops.open[i]!.disturbed = true
    return set.call(this, key, value)
  }
  Set.prototype.add = function (value: unknown) {
    if (Cleared.take(this)) report()
    return add.call(this, value)
  }
  Set.prototype.clear = function () {
    Cleared.mark(this)
    clear.call(this)
  }
  const start = (map: object): { disturbed: boolean } => {
    const loops = Loopable.of(map) ?? Loopable.of(new Loopable(map))!
    const loop = { disturbed: false }
    loops.open.push(loop)
    return loop
  }
  const next = (loop: { disturbed: boolean }): void => {
    if (loop.disturbed) report()
    loop.disturbed = false
  }
  const end = (map: object): void => {
    Loopable.of(map)!.open.pop()
  }
  return function run(rounds, maps, sets) {
    let sum = 0
    for (let i = 0; i < rounds; i += 1) {
      const map = maps[i & 511] as Map<string, number>
      const one = sets[i & 511] as Set<string>
      map.set(`key ${(i >> 9) & 63}`, i)
      one.add(`value ${(i >> 9) & 63}`)
      if (i % 509 === 0) {
        const loop = start(map)
        for (const [key] of map) {
          next(loop)
          sum = (sum + key.length) | 0
        }
        end(map)
      }
      if (i % 2011 === 7) {
        const loop = start(map)
        for (const [key] of map) {
          next(loop)
          if (key === 'key 3') map.set(key, i)
        }
        end(map)
      }
      if (i % 2011 === 9) one.clear()
    }
    return sum
  }
}
