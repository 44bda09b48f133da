import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'url/object-url-revoked',
  description: 'An object URL must be revoked when it is not needed any more.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/url.html#urlrevokeobjecturlid',
  falseAlarms: ['An address that is handed out for as long as the program runs.'],
  parameters: { blob: 'object', address: 'value' },
  events: {
    make: {
      on: { kind: 'call', target: 'URL.createObjectURL' },
      bind: { blob: 'arg0', address: 'result' },
      creation: true,
    },
    revoke: { on: { kind: 'call', target: 'URL.revokeObjectURL' }, bind: { address: 'arg0' } },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](make => <> revoke)',
  report: {
    violation: 'an object URL was made here and never revoked: its blob stays in memory; call URL.revokeObjectURL',
  },
})
