import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'string-decoder/must-end',
  description: 'A StringDecoder must be ended after the last bytes.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/string_decoder.html#stringdecoderendbuffer',
  falseAlarms: ['A decoder that is fed for as long as the program runs.'],
  parameters: { decoder: 'object' },
  events: {
    create: {
      on: { kind: 'construct', target: 'node:string_decoder#StringDecoder' },
      bind: { decoder: 'result' },
      creation: true,
    },
    // Bytes were kept back.
    cut: {
      on: { kind: 'call', target: 'node:string_decoder#StringDecoder.prototype.write' },
      bind: { decoder: 'receiver' },
      if: ({ receiver }) => (receiver as { lastNeed?: number }).lastNeed !== 0,
    },
    whole: {
      on: { kind: 'call', target: 'node:string_decoder#StringDecoder.prototype.{write,end}' },
      bind: { decoder: 'receiver' },
      if: ({ receiver }) => (receiver as { lastNeed?: number }).lastNeed === 0,
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](cut => <> whole)',
  report: { violation: 'bytes of an incomplete character were left in this decoder: append what end() gives' },
})
