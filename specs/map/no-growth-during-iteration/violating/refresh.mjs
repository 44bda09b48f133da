const cache = new Map([
  ['a', 1],
  ['b', 2],
  ['c', 3],
])
let rounds = 0
for (const [key, value] of cache) { // violation
  if ((rounds += 1) > 10) break
  cache.delete(key)
  cache.set(key, value)
}
