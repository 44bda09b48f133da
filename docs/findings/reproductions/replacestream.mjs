// npm: replacestream@4.0.3
// Text that is not replaced loses a character wherever a chunk ends inside it.
// sees: + 'K��ln, Mainz'
import assert from 'node:assert'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import replaceStream from 'replacestream'

const bytes = Buffer.from('Köln, Bonn')
const source = Readable.from([bytes.subarray(0, 2), bytes.subarray(2)], { objectMode: false })
let text = ''
const replaced = source.pipe(replaceStream('Bonn', 'Mainz')).on('data', (chunk) => (text += chunk))
await once(replaced, 'end')
assert.strictEqual(text, 'Köln, Mainz')
