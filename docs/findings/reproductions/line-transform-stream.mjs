// npm: line-transform-stream@1.0.1
// Lines lose a character wherever a chunk of the stream ends inside it.
// sees: + 'K��ln\n'
import assert from 'node:assert'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import LineTransformStream from 'line-transform-stream'

const bytes = Buffer.from('Köln\n')
const source = Readable.from([bytes.subarray(0, 2), bytes.subarray(2)], { objectMode: false })
const lines = new LineTransformStream((line) => line)
assert.strictEqual(await text(source.pipe(lines)), 'Köln\n')
