import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'web-crypto/nonce-unique',
  description: 'The same nonce must not be used twice with one AES-GCM key.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/AesGcmParams#iv',
  falseAlarms: ['Tests with fixed vectors.'],
  parameters: { key: 'object', nonce: 'bytes' },
  events: {
    encrypt: {
      on: {
        kind: 'call',
        target: 'SubtleCrypto.prototype.encrypt',
        if: "arg0.name === 'AES-GCM' || arg0.name === 'aes-gcm'",
      },
      bind: { key: 'arg1', nonce: 'arg0.iv' },
    },
  },
  logic: 'ere',
  formula: 'encrypt encrypt',
  report: {
    match:
      'this key encrypts again with a nonce that it has used: both texts can be read and forged; make a fresh one with crypto.getRandomValues for each message',
  },
})
