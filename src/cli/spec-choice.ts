/**
 * The specs of a run as what the command line does with them: packed for processes, described for reports, with the words of
 * their events for `--since` and those that algorithm E leaves to D. What this is for a choice out of the catalogue stays
 * the same until the package changes, so it is kept in the project's cache, as bytes that a run passes on without looking
 * at them; of the specs themselves a run then reads those that were violated.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { SignalWords } from '../evolve/signal-words.ts'
import type { Names } from '../instrument/plan/leave-unnamed.ts'
import type { NamedWeavePlan } from '../instrument/weave/weave-plan.ts'
import { digest } from '../instrument/weave/woven-module.ts'
import { writeAtomically } from '../load/write-atomically.ts'
import type { SpecDescription } from '../report/reporter.ts'
import type { ChosenSpec } from './choose-specs.ts'
import { type PackedSpecs, packSpecs, weavesFor } from './pack-specs.ts'
import type { ChosenStrategy } from './read-strategy.ts'

/** What `--since` asks of a spec. */
export interface SpecSignals {
  readonly words: SignalWords
  /** Of the file that it was read from. */
  readonly digest: string
}

/** Each a line of JSON in the cache. */
type Part = 'described' | 'descriptions' | 'weaves' | 'signals' | 'eager'
const parts: readonly Part[] = ['described', 'descriptions', 'weaves', 'signals', 'eager']

/** Changes whenever the same specs are packed otherwise. */
const form = 6

/** Specs as the run file has them. */
export interface PackedChoice extends Pick<PackedSpecs, 'texts'> {
  /** `DescribedSpecs` as JSON, with what is woven where that is more than they need. */
  readonly described: Uint8Array
}

export class SpecChoice {
  readonly specs: readonly ChosenSpec[]
  readonly #strategy: ChosenStrategy
  readonly #kept: Readonly<Record<Part, Buffer>> | undefined

  /** `cache` is the folder of the project's cache; undefined for what is to leave nothing behind. */
  constructor(specs: readonly ChosenSpec[], strategy: ChosenStrategy, cache: string | undefined) {
    this.specs = specs
    this.#strategy = strategy
    const isBuilt = specs.every(({ build }) => build !== undefined) && strategy.modules.length === 0
    this.#kept = isBuilt && cache !== undefined ? this.#keep(cache) : undefined
  }

  /** `selected` of the specs, for processes to watch; `names` as `packSpecs` has it. */
  pack(selected: readonly ChosenSpec[], names?: Names): PackedChoice {
    if (selected.length === this.specs.length && names === undefined) {
      if (this.#kept !== undefined) return { texts: undefined, described: this.#kept.described }
      const { texts, described } = this.#packAll()
      return { texts, described: json(described) }
    }
    const weaves = JSON.parse(this.#part('weaves').toString()) as NamedWeavePlan | null
    const { texts, described } = packSpecs(
      selected.map(({ prepared }) => prepared),
      this.#strategy,
      weaves ?? undefined,
      names,
    )
    return { texts, described: json(described) }
  }

  /** A list of `SpecDescription`s, as JSON. */
  get descriptions(): Uint8Array {
    return this.#part('descriptions')
  }

  readDescriptions(): SpecDescription[] {
    return JSON.parse(this.#part('descriptions').toString()) as SpecDescription[]
  }

  /** In the order of the specs. */
  readSignals(): SpecSignals[] {
    return JSON.parse(this.#part('signals').toString()) as SpecSignals[]
  }

  /** Those of `selected` whose monitors are more than their trace. */
  eagerOf(selected: readonly ChosenSpec[]): string[] {
    const eager = new Set(JSON.parse(this.#part('eager').toString()) as string[])
    return selected.flatMap(({ id }) => (eager.has(id) ? [id] : []))
  }

  #part(name: Part): Buffer {
    return this.#kept?.[name] ?? json(this.#make(name))
  }

  #make(name: Part): unknown {
    const prepared = this.specs.map((spec) => spec.prepared)
    switch (name) {
      case 'described':
        return this.#packAll().described
      case 'descriptions':
        return prepared.map(({ metadata, property }) => ({ ...metadata, ...property }))
      case 'weaves':
        return weavesFor(prepared, this.#strategy) ?? null
      case 'signals':
        return prepared.map(({ words, digest: of }): SpecSignals => ({ words, digest: of }))
      case 'eager':
        return prepared.flatMap(({ metadata, hasMonitorState }) => (hasMonitorState ? [metadata.id] : []))
    }
  }

  #packAll(): PackedSpecs {
    return packSpecs(
      this.specs.map(({ prepared }) => prepared),
      this.#strategy,
    )
  }

  #keep(cache: string): Readonly<Record<Part, Buffer>> {
    const builds = new Set(this.specs.map(({ build }) => build))
    const names = this.specs.map(({ id, severity }) => `${id} ${severity}`)
    const file = path.join(cache, `specs-${digest([form, this.#strategy.name, ...builds, ...names].join('\n'))}.jsonl`)
    const found = readParts(file)
    if (found !== undefined) return found
    const made = Object.fromEntries(parts.map((part) => [part, json(this.#make(part))])) as Record<Part, Buffer>
    try {
      mkdirSync(cache, { recursive: true })
      writeAtomically(file, Buffer.concat(parts.flatMap((part) => [made[part], lineEnd])))
      forgetOldest(cache)
    } catch {
      // Where nothing can be written every run makes its own.
    }
    return made
  }
}

/** Choices that a project's cache keeps: those of its configurations, and of the last builds. */
const mostKept = 8

/** Those of builds that are no more would pile up otherwise. */
function forgetOldest(cache: string): void {
  const kept = readdirSync(cache)
    .filter((name) => /^specs-[\da-f]+\.jsonl$/.test(name))
    .map((name) => path.join(cache, name))
  if (kept.length <= mostKept) return
  const age = new Map(kept.map((file) => [file, statSync(file).mtimeMs]))
  kept.sort((a, b) => age.get(b)! - age.get(a)!)
  for (const file of kept.slice(mostKept)) rmSync(file, { force: true })
}

const lineEnd = Buffer.from('\n')

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Undefined when they were not kept, or not whole. */
function readParts(file: string): Readonly<Record<Part, Buffer>> | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    return undefined
  }
  const found: Partial<Record<Part, Buffer>> = {}
  let start = 0
  for (const part of parts) {
    const end = bytes.indexOf('\n', start)
    if (end < 0) return undefined
    found[part] = bytes.subarray(start, end)
    start = end + 1
  }
  return found as Record<Part, Buffer>
}
