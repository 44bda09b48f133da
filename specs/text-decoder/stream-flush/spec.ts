import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'text-decoder/stream-flush',
  description: 'Decoding in pieces must be finished by a call without the stream option.',
  severity: 'warning',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/TextDecoder/decode#stream',
  falseAlarms: [
    'Input that is known to end with a whole character.',
    'A text that is thrown away because its input failed midway.',
  ],
  parameters: { decoder: 'object' },
  events: {
    piece: {
      on: { kind: 'call', target: 'TextDecoder.prototype.decode', if: 'arg1?.stream === true' },
      bind: { decoder: 'receiver' },
      creation: true,
      // Of a text that is decoded in pieces, the first.
      action: (variables, { site }) => {
        if (variables.blamedSite === 0) variables.blamedSite = site ?? 0
      },
    },
    flush: {
      on: { kind: 'call', target: 'TextDecoder.prototype.decode', if: 'arg1?.stream !== true' },
      bind: { decoder: 'receiver' },
      action: (variables) => {
        variables.blamedSite = 0
      },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  variables: { blamedSite: 0 },
  logic: 'ltl',
  formula: '[](piece => <> flush)',
  report: {
    violation:
      'pieces were decoded from here on and never finished: bytes of an incomplete last character vanish, or turn up in the next text; call decode() once at the end',
  },
})
