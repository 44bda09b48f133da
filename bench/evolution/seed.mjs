/**
 * A violation that one version of a package has and the version before has not, in a function that the change affects and
 * the tests run.
 *
 * Where the function's module changed, the violating code is simply added. Elsewhere it stands in both versions and
 * sleeps: what wakes it in the second is a value of a changed module, which a module that depends on both hands over. So
 * nothing but the values that flow between modules makes the difference.
 */

import path from 'node:path'
import { parse } from 'acorn'

/** Code that breaks a spec, with all events on one line. */
const violations = {
  'set/no-growth-during-iteration': 'var $s = new Set([1]); for (const $x of $s) { if ($x < 5) $s.add($x + 1) }',
  'array/no-shift-during-iteration': 'var $a = [1, 2, 3]; for (const $x of $a) { if ($x === 1) $a.shift() }',
  'map/no-growth-during-iteration':
    'var $m = new Map([[1, 1]]); for (const [$k] of $m) { if ($k < 5) $m.set($k + 1, 1) }',
  'fs/fd-must-close': "require('fs').openSync(__filename, 'r')",
}
export const seedSpecs = Object.keys(violations)

/** Functions with statements: where the first of them stands (after directives), and where the function ends. */
function functionsOf(text) {
  const places = []
  const visit = (node) => {
    if (/Function/.test(node.type) && node.body.type === 'BlockStatement') {
      const directives = node.body.body.filter(({ directive }) => directive !== undefined)
      places.push({ at: directives.at(-1)?.end ?? node.body.start + 1, end: node.end })
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof child.type === 'string') visit(child)
  }
  visit(parse(text, { ecmaVersion: 'latest', sourceType: 'commonjs', allowHashBang: true }))
  return places
}

/**
 * Undefined when nothing can be seeded. `before` and `after` map sources (not tests) to texts, `executed` those of the
 * second version to the ends of functions that tests run; `graph` is that of the second version; `pick` chooses one of a
 * list.
 */
export function makeSeed({ before, after, executed, changed, affected, graph, pick }) {
  const isChanged = (file) => changed.includes(file)
  const places = [...after].flatMap(([module, text]) =>
    !affected.has(module) || (!isChanged(module) && before.get(module) !== text)
      ? []
      : functionsOf(text).flatMap(({ at, end }) => (executed.get(module)?.has(end) ? [{ module, at }] : [])),
  )
  if (places.length === 0) return undefined
  const module = pick([...new Set(places.map((place) => place.module))])
  const { at } = pick(places.filter((place) => place.module === module))
  const spec = pick(seedSpecs)
  const line = after.get(module).slice(0, at).split('\n').length
  const found = { spec, module, line }
  // Once is enough: a function may run a hundred thousand times.
  const once = (condition) => `; if ($seeded === undefined${condition}) { $seeded = 1; ${violations[spec]} }`
  const insert = (text, condition) => `${text.slice(0, at)}${once(condition)} ${text.slice(at)}\n;var $seeded`
  if (isChanged(module))
    return { ...found, before: new Map(), after: new Map([[module, insert(after.get(module), '')]]) }
  const routes = changed
    .filter((file) => after.has(file) && before.has(file))
    .flatMap((cause) =>
      [...graph.dependents([cause])]
        .filter((hand) => after.has(hand) && before.has(hand) && graph.dependees([hand]).has(module))
        .map((hand) => ({ cause, hand })),
    )
  if (routes.length === 0) return undefined
  const { cause, hand } = pick(routes)
  const texts = { before: new Map(before), after: new Map(after) }
  for (const [version, all] of Object.entries(texts)) {
    const add = (file, code) => all.set(file, `${all.get(file)}\n;${code}\n`)
    all.set(module, insert(all.get(module), ' && $armed'))
    add(module, 'var $armed = 0; module.exports.$arm = function (value) { $armed = value }')
    add(cause, `module.exports.$seed = ${version === 'after' ? 1 : 0}`)
    const link = (to) =>
      JSON.stringify(`./${path.posix.relative(path.posix.dirname(hand), to)}`.replace('./../', '../'))
    const source = hand === cause ? 'module.exports' : `require(${link(cause)})`
    add(
      hand,
      hand === module ? `module.exports.$arm(${source}.$seed)` : `require(${link(module)}).$arm(${source}.$seed)`,
    )
  }
  const touched = new Set([module, cause, hand])
  const only = (all) => new Map([...all].filter(([file]) => touched.has(file)))
  return { ...found, before: only(texts.before), after: only(texts.after) }
}
