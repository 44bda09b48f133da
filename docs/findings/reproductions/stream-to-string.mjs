// npm: stream-to-string@1.2.1
// The text of a stream loses a character wherever a chunk ends inside it.
// sees: + 'K��ln'
import assert from 'node:assert'
import { Readable } from 'node:stream'
import streamToString from 'stream-to-string'

const bytes = Buffer.from('Köln')
const source = Readable.from([bytes.subarray(0, 2), bytes.subarray(2)], { objectMode: false })
assert.strictEqual(await streamToString(source), 'Köln')
