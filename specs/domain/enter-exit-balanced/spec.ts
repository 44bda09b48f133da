import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'domain/enter-exit-balanced',
  description: 'A domain must be exited as often as it was entered.',
  severity: 'suggestion',
  doc: 'https://nodejs.org/api/domain.html#domainenter',
  falseAlarms: ['A domain that is entered for the whole program.'],
  parameters: { domain: 'object' },
  events: {
    enter: {
      on: { kind: 'call', target: 'node:domain#Domain.prototype.enter' },
      bind: { domain: 'receiver' },
      creation: true,
    },
    exit: { on: { kind: 'call', target: 'node:domain#Domain.prototype.exit' }, bind: { domain: 'receiver' } },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'cfg',
  formula: 'S -> enter S exit S | epsilon',
  blame: 'creation',
  report: { fail: 'this domain was entered and not exited as often: use run(), or exit() in a finally block' },
})
