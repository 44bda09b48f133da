// npm: byline@5.0.0
// Lines of a file lose a character wherever a chunk of the stream ends inside it.
// sees: + 'K��ln'
import assert from 'node:assert'
import { Readable } from 'node:stream'
import byline from 'byline'

const bytes = Buffer.from('Köln\n')
const source = Readable.from([bytes.subarray(0, 2), bytes.subarray(2)], { objectMode: false })
const lines = await byline(source).toArray()
assert.strictEqual(lines.map(String).join(), 'Köln')
