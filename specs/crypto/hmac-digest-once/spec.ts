import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'crypto/hmac-digest-once',
  description: 'The digest of an Hmac must be asked for only once.',
  severity: 'error',
  doc: 'https://nodejs.org/api/crypto.html#hmacdigestencoding',
  falseAlarms: ['None that we know of: the second digest is always empty.'],
  parameters: { hmac: 'object' },
  events: {
    digest: {
      on: { kind: 'call', target: 'node:crypto#Hmac.prototype.digest', when: 'before' },
      bind: { hmac: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'digest digest+',
  report: { match: 'the digest of {hmac} was asked for again, and is empty: keep the first one' },
})
