const items = [5, 1, 4, 2, 3]

// A copy is iterated.
for (const item of [...items]) if (item > 3) items.splice(items.indexOf(item), 1)

// The loop ends with the removal.
for (const item of items) {
  if (item === 2) {
    items.splice(items.indexOf(item), 1)
    break
  }
}

// A work list grows at its end; what is removed lies ahead.
const work = [3]
for (const n of work) if (n > 0) work.push(n - 1)
const seen = [1, 1, 2, 2, 3]
for (const value of seen) {
  const again = seen.lastIndexOf(value)
  if (again > seen.indexOf(value)) seen.splice(again, 1)
}

// One element is replaced by one.
for (const value of seen) seen.splice(seen.indexOf(value), 1, value)

// Sorted after the loop, and another array during it.
const other = [2, 1]
for (const value of seen) other.sort()
seen.sort()

// What lies ahead is removed, with an iterator that the program made.
const ahead = ['a', 'b', 'c', 'd']
for (const [at] of ahead.entries()) if (at === 1) ahead.splice(at + 1, 1)
