import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'crypto/sign-single-use',
  description: 'A Sign or Verify object must not be used after its signature was made or verified.',
  severity: 'error',
  doc: 'https://nodejs.org/api/crypto.html#signsignprivatekey-outputencoding',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { signer: 'object' },
  events: {
    update: {
      on: {
        kind: 'call',
        target: ['node:crypto#Sign.prototype.update', 'node:crypto#Verify.prototype.update'],
        when: 'before',
      },
      bind: { signer: 'receiver' },
    },
    finish: {
      on: {
        kind: 'call',
        target: ['node:crypto#Sign.prototype.sign', 'node:crypto#Verify.prototype.verify'],
        when: 'before',
      },
      bind: { signer: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    fresh [ update -> fresh finish -> used ]
    used [ update -> broken finish -> broken ]
    broken [ update -> broken finish -> broken ]
  `,
  report: { broken: '{signer} was used after it had done its work: make another one' },
})
