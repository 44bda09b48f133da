const rows = Array.from({ length: 3 }, () => [])
rows[0].push('only in the first')
const zeros = new Array(3).fill(0)
zeros.push(1)
const one = [undefined].fill([])
one[0].push('alone')
// One place of many.
const slots = new Array(3)
slots.fill([], 0, 1)
slots[0].push('here')
// Shared, and left as it is.
const empty = new Array(3).fill([])
empty.map((row) => row.length)
