const cache = new Map([
  ['a', 1],
  ['b', 2],
  ['c', 3],
])
for (const [key, value] of [...cache]) {
  cache.delete(key)
  cache.set(key, value)
}
// Values of keys that are there, and removal.
for (const [key, value] of cache) cache.set(key, value + 1)
for (const [key] of cache) cache.delete(key)
// One entry added on the way.
const totals = new Map([['x', 1]])
for (const [, value] of totals) totals.set('sum', value)
