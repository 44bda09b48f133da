// npm: abstract-level@3.1.1 memory-level@3.1.0
// The published test "seek() respects range" makes 40 checks for each kind of iterator and runs none of them.
// sees: 0 !== 40
import assert from 'node:assert'
import suite from 'abstract-level/test/iterator-seek-test.js'
import { MemoryLevel } from 'memory-level'

let checks = 0
const t = new Proxy({}, { get: () => () => (checks += 1) })
const tests = new Map()
suite.seek((title, body) => tests.set(title, body), { factory: () => new MemoryLevel(), supports: { encodings: {} } })
await tests.get('iterator().seek() respects range')(t)
assert.strictEqual(checks, 40)
