/**
 * Why a variant missed a violation, from the definitions alone: affected modules are computed anew, as images of Δ under
 * closures of the relation E, by repeated composition. Independent of `decide.ts`, which it is held against.
 */

/** Pairs of the relation: the first depends on the second. */
const edgesOf = (graph) => [...graph.nodes].flatMap((from) => [...graph.dependenciesOf(from)].map((to) => [from, to]))

/** The image of a set under the closure of a relation. */
function image(start, pairs) {
  const reached = new Set(start)
  for (let size = -1; size !== reached.size;) {
    size = reached.size
    for (const [from, to] of pairs) if (reached.has(from)) reached.add(to)
  }
  return reached
}

function affectedByDefinition(name, changed, graph) {
  const down = edgesOf(graph)
  const up = down.map(([from, to]) => [to, from])
  const dependents = image(changed, up)
  if (name.startsWith('ps1')) return image(dependents, down)
  return name.startsWith('ps2') ? new Set([...dependents, ...image(changed, down)]) : dependents
}

const reasons = {
  ps2: 'it neither depends on a changed module nor does one depend on it',
  ps3: 'it does not depend on a changed module',
}

/** Undefined when the definition does not explain it. All events of a seed come from its module. */
export function explainMiss({ name, decision, seed, changed, graph }) {
  if (affectedByDefinition(name, changed, graph).has(seed.module)) return undefined
  const why = reasons[name.slice(0, 3)]
  if (why === undefined) return undefined
  if (!decision.specs.includes(seed.spec))
    return { fate: 'notSelected', why: `${why}, and nothing that is affected signals` }
  return decision.excluded.includes(seed.module) ? { fate: 'notWoven', why: `${why}, and is not woven` } : undefined
}
