/**
 * Violation message suppression (evolution-aware RV, §III-D): which violations of a run are new, given those of an earlier
 * version and a mapping of lines between the two. Files that were renamed or moved are found by their content, as git does.
 *
 * What was not monitored in this run cannot be said to be gone: it is carried over, on its line in this version. What
 * comes or goes in code that no change can have affected is flaky, and never new.
 */

import { digest } from './clean-checksum.ts'
import { mapLines } from './map-lines.ts'

/** A violation is a spec and a line. */
export interface KnownViolation {
  readonly spec: string
  readonly file: string
  readonly line: number
  readonly message: string
  /** It came or went without a change that could be the cause. */
  readonly flaky?: true
}

/** Of the text without its indentation, which formatters change. */
export function lineDigests(text: string): string[] {
  return text.split('\n').map((line) => digest(line.trim()).slice(0, 8))
}

/** How much of an earlier file must be in another for it to be the same file, renamed. */
const similarity = 0.5

export interface Versions {
  /** Lines of files of the earlier version, as far as they are known. */
  readonly before: Readonly<Record<string, readonly string[]>>
  /** The lines of a file of this version. */
  after(file: string): readonly string[] | undefined
  /** Files of this version that the earlier one did not have: where a file that is gone may be. */
  readonly added: readonly string[]
}

/** Where lines of an earlier version are in this one. */
export class LineMapping {
  readonly #versions: Versions
  /** By earlier file: its name in this version, and by earlier line (1-based) the line in this version. */
  readonly #known = new Map<string, { file: string; lines: ReadonlyMap<number, number> } | undefined>()

  constructor(versions: Versions) {
    this.#versions = versions
  }

  /** Undefined when the line, or its file, is no more. */
  place(file: string, line: number): { readonly file: string; readonly line: number } | undefined {
    if (!this.#known.has(file)) this.#known.set(file, this.#map(file))
    const found = this.#known.get(file)
    const mapped = found?.lines.get(line)
    return found === undefined || mapped === undefined ? undefined : { file: found.file, line: mapped }
  }

  #map(file: string): { file: string; lines: ReadonlyMap<number, number> } | undefined {
    const before = this.#versions.before[file]
    if (before === undefined) return undefined
    const name = this.#versions.after(file) === undefined ? this.#renamed(before) : file
    if (name === undefined) return undefined
    const pairs = mapLines(before, this.#versions.after(name)!)
    return { file: name, lines: new Map(pairs.map(([from, to]) => [from + 1, to + 1])) }
  }

  /** The added file that most of the lines are in. */
  #renamed(before: readonly string[]): string | undefined {
    let best: string | undefined
    let most = similarity
    for (const file of this.#versions.added) {
      const after = this.#versions.after(file)
      if (after === undefined) continue
      const share = mapLines(before, after).length / Math.max(before.length, after.length)
      if (share < most || (share === most && best !== undefined)) continue
      best = file
      most = share
    }
    return best
  }
}

export interface Judgement<T> {
  /** Violations of this run that the earlier version does not have. */
  readonly appeared: ReadonlySet<T>
  /** Those among the others that no change explains. */
  readonly flaky: ReadonlySet<T>
  /** All that is known after this run: found, or not looked at, or flaky. */
  readonly known: readonly KnownViolation[]
  /** Known ones of the earlier version that this run looked for and did not find. */
  readonly gone: readonly KnownViolation[]
}

export interface JudgementInput<T> {
  readonly found: readonly T[]
  readonly before: readonly KnownViolation[]
  readonly mapping: LineMapping
  /** Whether this run would have seen a violation of the spec in the file. */
  readonly monitored: (violation: KnownViolation) => boolean
  /** Whether a change can be the cause of what happens in the file. */
  readonly affected: (file: string) => boolean
}

export function judgeViolations<T extends KnownViolation>(input: JudgementInput<T>): Judgement<T> {
  const { found, before, mapping, monitored, affected } = input
  const earlier = new Map<string, KnownViolation>()
  const lost: KnownViolation[] = []
  for (const violation of before) {
    const place = mapping.place(violation.file, violation.line)
    if (place === undefined) lost.push(violation)
    else earlier.set(keyOf({ ...violation, ...place }), { ...violation, ...place })
  }
  const appeared = new Set<T>()
  const flaky = new Set<T>()
  const known: KnownViolation[] = []
  for (const violation of found) {
    const same = earlier.get(keyOf(violation))
    earlier.delete(keyOf(violation))
    const { spec, file, line, message } = violation
    const isFlaky = same === undefined ? !affected(file) : same.flaky === true
    if (same === undefined) (isFlaky ? flaky : appeared).add(violation)
    known.push({ spec, file, line, message, ...(isFlaky ? { flaky: true as const } : {}) })
  }
  const gone = [...lost]
  for (const violation of earlier.values()) {
    if (!monitored(violation)) known.push(violation)
    else if (affected(violation.file)) gone.push(violation)
    else known.push({ ...violation, flaky: true })
  }
  return { appeared, flaky, known, gone }
}

const keyOf = ({ spec, file, line }: KnownViolation): string => `${spec}\n${file}\n${line}`
