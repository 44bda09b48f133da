import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/no-split-utf8-chunk',
  description: 'A chunk of a stream that ends in the middle of a character must not be turned into text.',
  severity: 'error',
  doc: 'https://nodejs.org/api/stream.html#readablesetencodingencoding',
  falseAlarms: ['Binary data that is shown as text on purpose.'],
  parameters: { stream: 'object', chunk: 'object' },
  events: {
    data: {
      on: { kind: 'emit', target: 'node:stream#Readable', event: 'data' },
      bind: { stream: 'receiver', chunk: 'arg1' },
      if: ({ args }) => args[1] instanceof Uint8Array && endsInsideCharacter(args[1]),
      creation: true,
    },
    text: {
      on: { kind: 'call', target: 'Buffer.prototype.toString', when: 'before' },
      bind: { chunk: 'receiver' },
      // A part of the chunk that does not reach its end is whole; and what was masked may have been unmasked in place.
      if: ({ receiver, args: [encoding, , end] }) =>
        (encoding === undefined || encoding === 'utf8' || encoding === 'utf-8') &&
        (end === undefined || Number(end) >= (receiver as Uint8Array).length) &&
        endsInsideCharacter(receiver as Uint8Array),
    },
  },
  logic: 'ere',
  formula: 'data+ text+',
  report: {
    match:
      'a chunk of {stream} that ends inside a character was turned into text: setEncoding("utf8"), or Buffer.concat first',
  },
})

/** Whether the bytes end with the beginning of a UTF-8 sequence; looks at the last three. */
function endsInsideCharacter(bytes: Uint8Array): boolean {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return false
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back
  }
  return false
}
