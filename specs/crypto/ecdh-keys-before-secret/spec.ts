import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'crypto/ecdh-keys-before-secret',
  description: 'An ECDH or Diffie-Hellman secret must be computed only after the keys were made or set.',
  severity: 'error',
  doc: 'https://nodejs.org/api/crypto.html#ecdhcomputesecretotherpublickey-inputencoding-outputencoding',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { exchange: 'object' },
  events: {
    create: {
      on: {
        kind: 'call',
        target: 'node:crypto#{createECDH,createDiffieHellman,getDiffieHellman,createDiffieHellmanGroup}',
      },
      bind: { exchange: 'result' },
      creation: true,
    },
    keys: {
      on: {
        kind: 'call',
        target: [
          'node:crypto#ECDH.prototype.{generateKeys,setPrivateKey}',
          'node:crypto#DiffieHellman.prototype.{generateKeys,setPrivateKey}',
          'node:crypto#DiffieHellmanGroup.prototype.generateKeys',
        ],
      },
      bind: { exchange: 'receiver' },
    },
    secret: {
      on: {
        kind: 'call',
        target: [
          'node:crypto#ECDH.prototype.computeSecret',
          'node:crypto#DiffieHellman.prototype.computeSecret',
          'node:crypto#DiffieHellmanGroup.prototype.computeSecret',
        ],
        when: 'before',
      },
      bind: { exchange: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'secret => <*> keys',
  report: { violation: '{exchange} has no keys yet: call generateKeys() or setPrivateKey() before computeSecret()' },
})
