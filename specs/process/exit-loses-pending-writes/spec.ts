import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'process/exit-loses-pending-writes',
  description: 'The process must not be ended while a file stream is being finished.',
  severity: 'error',
  doc: 'https://nodejs.org/api/process.html#processexitcode',
  falseAlarms: ['A stream whose contents do not matter.'],
  parameters: { stream: 'object' },
  events: {
    create: { on: { kind: 'call', target: 'node:fs#createWriteStream' }, bind: { stream: 'result' }, creation: true },
    finishing: { on: { kind: 'call', target: 'node:stream#Writable.prototype.end' }, bind: { stream: 'receiver' } },
    finished: {
      on: { kind: 'emit', target: 'node:stream#Stream', event: ['finish', 'close', 'error'] },
      bind: { stream: 'receiver' },
    },
    exit: { on: { kind: 'call', target: 'process.exit', when: 'before' } },
  },
  logic: 'fsm',
  formula: `
    none [ create -> open default none ]
    open [ finishing -> busy default open ]
    busy [ finished -> done exit -> lost default busy ]
    done [ default done ]
    lost [ default done ]
  `,
  report: {
    lost: '{stream} is being finished, and what it holds is lost: exit on its "finish", or set process.exitCode',
  },
})
