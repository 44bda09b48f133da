import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'crypto/auth-tag-before-final',
  description: 'A GCM decipher must be given its authentication tag before `final()`.',
  severity: 'error',
  doc: 'https://nodejs.org/api/crypto.html#deciphersetauthtagbuffer-encoding',
  falseAlarms: ['Code that means to show that a message without a tag is refused.'],
  parameters: { decipher: 'object' },
  events: {
    create: {
      on: { kind: 'call', target: 'node:crypto#createDecipheriv' },
      bind: { decipher: 'result' },
      if: ({ args }) => /-gcm$/i.test(String(args[0])),
      creation: true,
    },
    tag: {
      on: { kind: 'call', target: 'node:crypto#Decipheriv.prototype.setAuthTag' },
      bind: { decipher: 'receiver' },
    },
    final: {
      on: { kind: 'call', target: 'node:crypto#Decipheriv.prototype.final', when: 'before' },
      bind: { decipher: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'final => <*> tag',
  report: { violation: '{decipher} is finished without a tag, and refuses every message: call setAuthTag() first' },
})
