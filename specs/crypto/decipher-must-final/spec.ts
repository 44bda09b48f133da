import { defineSpec } from '#src/spec/define-spec.ts'

const authenticated = /-(?:gcm|ccm|ocb)$|^chacha20-poly1305$/i

export default defineSpec({
  id: 'crypto/decipher-must-final',
  description: 'Text from an authenticated Decipheriv must not be taken before `final()` has verified it.',
  severity: 'error',
  doc: 'https://nodejs.org/api/crypto.html#decipherfinaloutputencoding',
  falseAlarms: ['None that we know of.'],
  parameters: { decipher: 'object' },
  events: {
    create: {
      on: { kind: 'call', target: 'node:crypto#createDecipheriv' },
      bind: { decipher: 'result' },
      if: ({ args }) => authenticated.test(String(args[0])),
      creation: true,
    },
    update: {
      on: { kind: 'call', target: 'node:crypto#Decipheriv.prototype.update' },
      bind: { decipher: 'receiver' },
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    final: {
      on: { kind: 'call', target: 'node:crypto#Decipheriv.prototype.final', when: 'before' },
      bind: { decipher: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  variables: { blamedSite: 0 },
  // Unfinished work, whenever it was begun.
  countsLoading: true,
  logic: 'ltl',
  formula: '[](update => <> final)',
  report: {
    violation: 'text was decrypted here and never authenticated: call final(), and use the text only after it',
  },
})
