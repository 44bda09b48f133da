// npm: node-xml-stream@1.0.2
// Text loses a character wherever a chunk of the stream ends inside it.
// sees: +   'K��ln'
import assert from 'node:assert'
import { once } from 'node:events'
import Parser from 'node-xml-stream'

const parser = new Parser()
const texts = []
parser.on('text', (text) => texts.push(text))
const bytes = Buffer.from('<town>Köln</town>')
const cut = bytes.indexOf('ö') + 1
parser.write(bytes.subarray(0, cut))
parser.end(bytes.subarray(cut))
await once(parser, 'finish')
assert.deepStrictEqual(texts, ['Köln'])
