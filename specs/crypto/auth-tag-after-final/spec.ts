import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'crypto/auth-tag-after-final',
  description: 'The authentication tag of a cipher must be asked for only after `final()`.',
  severity: 'error',
  doc: 'https://nodejs.org/api/crypto.html#ciphergetauthtag',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { cipher: 'object' },
  events: {
    create: {
      on: { kind: 'call', target: 'node:crypto#createCipheriv' },
      bind: { cipher: 'result' },
      creation: true,
    },
    // Used as a stream, it is finished by Node.
    final: {
      on: [
        { kind: 'call', target: 'node:crypto#Cipheriv.prototype.final' },
        { kind: 'emit', target: 'node:crypto#Cipheriv', event: ['finish', 'end'] },
      ],
      bind: { cipher: 'receiver' },
    },
    tag: {
      on: { kind: 'call', target: 'node:crypto#Cipheriv.prototype.getAuthTag', when: 'before' },
      bind: { cipher: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'tag => <*> final',
  report: { violation: 'the tag of {cipher} was asked for before final(): there is none yet' },
})
