import { defineSpec } from '#src/spec/define-spec.ts'

/** Bare stream ciphers (CTR, ChaCha20) are left out: with them a receiver encrypts too, and protocols derive keys from them. */
const authenticated = /-(?:gcm|ccm|ocb)$|^chacha20-poly1305$/i

export default defineSpec({
  id: 'crypto/nonce-unique',
  description: 'A key must not be used twice with the same initialisation vector in an authenticated mode.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/crypto.html#cryptocreatecipherivalgorithm-key-iv-options',
  falseAlarms: ['The same text encrypted again for a test vector.'],
  parameters: { key: 'bytes', iv: 'bytes' },
  events: {
    encrypt: {
      on: { kind: 'call', target: 'node:crypto#createCipheriv' },
      bind: { key: 'arg1', iv: 'arg2' },
      if: ({ args: [algorithm, key, iv] }) =>
        authenticated.test(String(algorithm)) && key instanceof Uint8Array && iv instanceof Uint8Array,
    },
  },
  logic: 'ere',
  formula: 'encrypt encrypt+',
  report: {
    match:
      'a second text is encrypted with the same key and the same initialisation vector: use randomBytes(12) for each',
  },
})
