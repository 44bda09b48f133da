/**
 * Judges all unique traces of a store when the program has ended, as LazyMOP does (§3.1, Algorithm 3, lines 2 to 5). For
 * comparison only: what the program's death loses is lost, and values cannot be named any more. Each prefix is judged
 * once; the instances of a report are all that ended at the prefix or beyond it.
 */

import type { State } from '../../logic/template.ts'
import type { CompiledSpec, ParameterSet } from '../../spec/compiled-spec.ts'
import type { Transitions } from '../d/transitions.ts'
import type { ReportSink, Site, TraceStep } from '../monitoring.ts'
import { keyField } from '../trace/node-layout.ts'
import { type Node, rank, root, type TraceStore } from '../trace/trace-store.ts'

/** A prefix on the way down. */
interface Prefix {
  readonly node: Node
  readonly state: State
  readonly bound: ParameterSet
  readonly creationSite: Site
}

export function judgeAtEnd(
  spec: CompiledSpec,
  store: TraceStore,
  transitionsOf: (domain: ParameterSet) => Transitions,
  sink: ReportSink,
): void {
  const first = spec.events.find(({ creation }) => creation)
  // A property that nothing can violate creates no monitors.
  if (first === undefined) return
  const below = countBelow(store)
  const children = runsByParent(store)
  const { fresh } = transitionsOf(first.parameters)
  const waiting: Prefix[] = [{ node: root, state: fresh, bound: 0, creationSite: 0 }]
  for (let prefix = waiting.pop(); prefix !== undefined; prefix = waiting.pop()) {
    for (const run of children.get(prefix.node) ?? []) {
      const event = store.event(run[0]!)
      const site = store.site(run[0]!)
      const bound = prefix.bound | spec.events[event]!.parameters
      const creationSite = prefix.node === root ? site : prefix.creationSite
      const transitions = transitionsOf(bound)
      let { state } = prefix
      let at = 0
      // Each length of the run is a prefix, whether a node stands for it or not.
      for (let times = 1; at < run.length; times++) {
        const { to, fired } = step(transitions, state, event, site)
        state = to
        let instances = 0
        for (let i = at; i < run.length; i++) instances += below[rank(run[i]!)]!
        for (let category = 0; fired >> category !== 0; category++) {
          if (((fired >> category) & 1) === 0) continue
          const trace: TraceStep[] = [...store.steps(prefix.node), { event, site, times }]
          const values = spec.parameters.map(() => undefined)
          sink({
            spec,
            category,
            event,
            site,
            creationSite,
            instances,
            domain: bound,
            values,
            variables: undefined,
            trace,
          })
        }
        if (store.times(run[at]!) !== times) continue
        waiting.push({ node: run[at]!, state, bound, creationSite })
        at++
      }
    }
  }
}

function step(transitions: Transitions, state: State, event: number, site: Site): { to: State; fired: number } {
  if (transitions.kind === 'opaque') {
    const to = transitions.step(state, event, site, 1)
    return { to, fired: transitions.fires(state, to) }
  }
  const offset = (state as number) + event
  const to = transitions.rows[offset]!
  return to < 0 ? { to: ~to, fired: transitions.fires[offset]! } : { to, fired: 0 }
}

/** By rank of a node, the instances that ended at it or after it. Children can have lower ranks than their parents. */
function countBelow(store: TraceStore): number[] {
  const below: number[] = []
  store.eachNode((node) => {
    below[rank(node)] = 0
  })
  store.each((node, count) => {
    for (let at = node; at !== root; at = store.parent(at)) below[rank(at)] = below[rank(at)]! + count
  })
  return below
}

/** By parent, the nodes of each run that begins there, shortest first. */
function runsByParent(store: TraceStore): Map<Node, Node[][]> {
  const byParent = new Map<Node, Map<number, Node[]>>()
  store.eachNode((node) => {
    const key = store.nodes[node + keyField]!
    let runs = byParent.get(store.parent(node))
    if (runs === undefined) byParent.set(store.parent(node), (runs = new Map()))
    const run = runs.get(key)
    if (run === undefined) runs.set(key, [node])
    else run.push(node)
  })
  return new Map(
    [...byParent].map(([parent, runs]) => [
      parent,
      [...runs.values()].map((run) => run.sort((a, b) => store.times(a) - store.times(b))),
    ]),
  )
}
