import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'url/no-use-after-revoke',
  description: 'An object URL must not be used after it was revoked.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/url.html#urlrevokeobjecturlid',
  parameters: { blob: 'object', address: 'value' },
  events: {
    make: {
      on: { kind: 'call', target: 'URL.createObjectURL' },
      bind: { blob: 'arg0', address: 'result' },
      creation: true,
    },
    use: {
      on: [
        { kind: 'call', target: 'node:buffer#resolveObjectURL', when: 'before' },
        { kind: 'call', target: 'fetch', when: 'before', if: "typeof arg0 === 'string'" },
      ],
      bind: { address: 'arg0' },
    },
    revoke: { on: { kind: 'call', target: 'URL.revokeObjectURL' }, bind: { address: 'arg0' } },
  },
  logic: 'ere',
  formula: 'make use* revoke+ use',
  report: { match: '{address} was revoked before, so nothing is found there: revoke it after its last use' },
})
