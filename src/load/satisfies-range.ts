/**
 * Whether a version lies in a range as package.json writes them: comparators joined by spaces, alternatives by `||`,
 * `a - b`, `^`, `~`, and `x` for any number. Pre-releases count as the version that they lead to: a spec speaks of an
 * API, and that is there in them.
 */

type Version = readonly [major: number, minor: number, patch: number]

/** From the first version on, up to and without the second. */
type Interval = readonly [from: Version, to: Version]

const everything = Infinity

export function satisfiesRange(version: string, range: string): boolean {
  const exact = numbersOf(version)
  const found: Version = [exact[0] ?? 0, exact[1] ?? 0, exact[2] ?? 0]
  return range
    .split('||')
    .some((alternative) => comparatorsOf(alternative).every((interval) => within(found, interval)))
}

function comparatorsOf(alternative: string): Interval[] {
  const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(alternative)
  if (hyphen !== null) return [interval('>=', hyphen[1]!), interval('<=', hyphen[2]!)]
  return [...alternative.matchAll(/([<>]=?|=|~|\^)?\s*v?([\dxX*][\w.*+-]*)/g)].map(([, operator, version]) =>
    interval(operator ?? '=', version!),
  )
}

function interval(operator: string, text: string): Interval {
  const given = numbersOf(text)
  const [major = 0, minor = 0, patch = 0] = given
  const from: Version = [major, minor, patch]
  /** The first version beyond all that the text means, when it leaves numbers out. */
  const beyond = next(from, given.length - 1)
  switch (operator) {
    case '>=':
      return [from, [everything, 0, 0]]
    case '>':
      return [beyond, [everything, 0, 0]]
    case '<':
      return [[0, 0, 0], from]
    case '<=':
      return [[0, 0, 0], beyond]
    case '~':
      return [from, next(from, Math.min(given.length - 1, 1))]
    case '^': {
      const first = from.findIndex((number) => number > 0)
      return [from, next(from, Math.min(given.length - 1, first === -1 ? given.length - 1 : first))]
    }
    default:
      return [from, beyond]
  }
}

/** Up to the first that is left out or an `x`. */
function numbersOf(text: string): number[] {
  const numbers: number[] = []
  for (const part of text.replace(/[-+].*$/, '').split('.')) {
    if (!/^\d+$/.test(part)) break
    numbers.push(Number(part))
  }
  return numbers
}

/** The version whose number at `position` is one higher; beyond all versions when there is no such number. */
function next([major, minor, patch]: Version, position: number): Version {
  switch (position) {
    case -1:
      return [everything, 0, 0]
    case 0:
      return [major + 1, 0, 0]
    case 1:
      return [major, minor + 1, 0]
    default:
      return [major, minor, patch + 1]
  }
}

function within(version: Version, [from, to]: Interval): boolean {
  return compare(version, from) >= 0 && compare(version, to) < 0
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
