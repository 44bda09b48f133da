import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'crypto/hash-no-use-after-digest',
  description: 'A Hash must not be used after its digest was asked for.',
  severity: 'error',
  doc: 'https://nodejs.org/api/crypto.html#hashdigestencoding',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { hash: 'object' },
  events: {
    digest: {
      on: { kind: 'call', target: 'node:crypto#Hash.prototype.digest', when: 'before' },
      bind: { hash: 'receiver' },
      creation: true,
    },
    use: {
      on: { kind: 'call', target: 'node:crypto#Hash.prototype.{update,copy}', when: 'before' },
      bind: { hash: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'digest (use | digest)+',
  report: { match: '{hash} was used after its digest was taken: make another, or copy it before digest()' },
})
