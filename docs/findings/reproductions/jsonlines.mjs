// npm: jsonlines@0.1.1
// A value loses a character wherever a chunk of the stream ends inside it.
// sees: town: 'K��ln'
import assert from 'node:assert'
import { Readable } from 'node:stream'
import jsonlines from 'jsonlines'

const bytes = Buffer.from('{"town":"Köln"}\n')
const cut = bytes.indexOf('ö') + 1
const source = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)], { objectMode: false })
const values = await source.pipe(jsonlines.parse()).toArray()
assert.deepStrictEqual(values, [{ town: 'Köln' }])
