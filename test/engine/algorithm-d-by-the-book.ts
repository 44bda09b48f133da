/**
 * Algorithm D as it is printed (LazyMOP §2.2, Algorithm 1), over maps of texts and without any care for speed. It shows
 * which cases of the suite need which of its two soundness checks: either can be left out.
 *
 * defineTo(θ, θ') refuses to let θ grow out of θ' if something of θ happened without θ' knowing:
 *   `disable`     an event on some θ'' ⊑ θ, θ'' ⋢ θ', came after θ' was created, when θ'' had no monitor;
 *   `timestamps`  some such θ'' was created before θ' was: the slice of θ starts there.
 */

import type { CompiledSpec } from '#src/spec/compiled-spec.ts'
import type { State } from '#src/logic/template.ts'
import type { TraceLine, TraceReport } from './trace-text.ts'

export type SoundnessCheck = 'disable' | 'timestamps'

type Binding = Readonly<Record<string, string>>

interface Monitor {
  readonly binding: Binding
  state: State
  verdict: number
  /** For `connected`: the parameter sets of the events taken. */
  readonly taken: readonly string[][]
}

export function runAlgorithmDByTheBook(
  spec: CompiledSpec,
  trace: readonly TraceLine[],
  leftOut?: SoundnessCheck,
): TraceReport[] {
  const reports: TraceReport[] = []
  let run = new ByTheBook(spec, leftOut)
  trace.forEach((line, i) => {
    if (line.kind === 'death') return
    const event = spec.events.findIndex(({ name }) => name === line.event)
    reports.push(...run.main(event, line.params, i + 1))
    if (spec.events[event]!.end && Object.keys(line.params).length === 0) run = new ByTheBook(spec, leftOut)
  })
  return reports
}

class ByTheBook {
  readonly #spec: CompiledSpec
  readonly #leftOut: SoundnessCheck | undefined
  /** Δ. */
  readonly #delta = new Map<string, Monitor>()
  /** 𝒰. */
  readonly #above = new Map<string, Set<string>>()
  /** 𝒯. */
  readonly #created = new Map<string, number>()
  readonly #disable = new Map<string, number>()
  #timestamp = 0

  constructor(spec: CompiledSpec, leftOut: SoundnessCheck | undefined) {
    this.#spec = spec
    this.#leftOut = leftOut
  }

  main(event: number, theta: Binding, at: number): TraceReport[] {
    const key = keyOf(theta)
    if (!this.#delta.has(key)) {
      this.#createNewMonitorStates(event, theta)
      if (!this.#delta.has(key) && this.#spec.events[event]!.creation) this.#defineNew(theta)
      this.#disable.set(key, this.#timestamp)
      this.#timestamp += 1
    }
    return [key, ...(this.#above.get(key) ?? [])].flatMap((reached) => this.#step(this.#delta.get(reached), event, at))
  }

  #createNewMonitorStates(event: number, theta: Binding): void {
    const domain = this.#domainOf(theta)
    for (const enabled of [...this.#spec.enable[event]!].sort((a, b) => size(b) - size(a))) {
      if ((domain & ~enabled) === 0) continue
      const common = keyOf(this.#restrict(theta, enabled))
      for (const key of [common, ...(this.#above.get(common) ?? [])]) {
        const monitor = this.#delta.get(key)
        if (monitor === undefined || this.#domainOf(monitor.binding) !== enabled) continue
        const joined = { ...monitor.binding, ...theta }
        if (!this.#delta.has(keyOf(joined))) this.#defineTo(joined, monitor)
      }
    }
  }

  #defineNew(theta: Binding): void {
    if (this.#strictlyBelow(theta).some((smaller) => this.#delta.has(keyOf(smaller)))) return
    this.#define({ binding: theta, state: this.#spec.template.initial, verdict: 0, taken: [] }, this.#timestamp)
    this.#timestamp += 1
  }

  #defineTo(theta: Binding, source: Monitor): void {
    const created = this.#created.get(keyOf(source.binding))!
    for (const other of [theta, ...this.#strictlyBelow(theta)]) {
      if (Object.entries(other).every(([name, value]) => source.binding[name] === value)) continue
      const key = keyOf(other)
      if (this.#leftOut !== 'disable' && (this.#disable.get(key) ?? -1) > created) return
      if (this.#leftOut !== 'timestamps' && (this.#created.get(key) ?? Infinity) < created) return
    }
    this.#define({ ...source, binding: theta }, created)
  }

  #define(monitor: Monitor, created: number): void {
    const key = keyOf(monitor.binding)
    this.#delta.set(key, monitor)
    this.#created.set(key, created)
    for (const smaller of this.#strictlyBelow(monitor.binding)) {
      const below = keyOf(smaller)
      this.#above.set(below, (this.#above.get(below) ?? new Set()).add(key))
    }
  }

  #step(monitor: Monitor | undefined, event: number, at: number): TraceReport[] {
    if (monitor === undefined) return []
    const { template, events, parameters, connected, fullBinding } = this.#spec
    const before = monitor.verdict
    monitor.state = template.step(monitor.state, event)
    monitor.verdict = template.verdict(monitor.state)
    const bound = parameters.filter((_, i) => (events[event]!.parameters >> i) & 1).map(({ name }) => name)
    const moved = { ...monitor, taken: [...monitor.taken, bound] }
    this.#delta.set(keyOf(monitor.binding), moved)
    if (fullBinding && Object.keys(monitor.binding).length < parameters.length) return []
    if (connected && !isConnected(moved)) return []
    return template.categories.flatMap(({ name, report }, i) => {
      const bit = 1 << i
      if ((moved.verdict & bit) === 0 || (report === 'entry' && (before & bit) !== 0)) return []
      return [{ at, category: name, binding: monitor.binding }]
    })
  }

  #domainOf(binding: Binding): number {
    return this.#spec.parameters.reduce((set, { name }, i) => (name in binding ? set | (1 << i) : set), 0)
  }

  #restrict(binding: Binding, set: number): Binding {
    const names = this.#spec.parameters.filter((_, i) => (set >> i) & 1).map(({ name }) => name)
    return Object.fromEntries(names.flatMap((name) => (name in binding ? [[name, binding[name]!]] : [])))
  }

  #strictlyBelow(binding: Binding): Binding[] {
    const domain = this.#domainOf(binding)
    const subsets = Array.from({ length: domain }, (_, set) => set).filter((set) => (set & ~domain) === 0)
    return subsets.map((set) => this.#restrict(binding, set))
  }
}

function keyOf(binding: Binding): string {
  return Object.entries(binding)
    .map((pair) => pair.join('='))
    .sort()
    .join()
}

function size(set: number): number {
  return set.toString(2).replaceAll('0', '').length
}

function isConnected({ binding, taken }: Monitor): boolean {
  const names = Object.keys(binding)
  let reached = names.slice(0, 1)
  for (let n = 0; n < names.length; n += 1) {
    const linked = taken.filter((bound) => bound.some((name) => reached.includes(name))).flat()
    reached = [...new Set([...reached, ...linked])]
  }
  return names.every((name) => reached.includes(name))
}
