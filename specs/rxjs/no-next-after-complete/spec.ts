import { defineSpec } from '#src/spec/define-spec.ts'

const subjects = ['Subject', 'BehaviorSubject', 'ReplaySubject', 'AsyncSubject']

export default defineSpec({
  id: 'rxjs/no-next-after-complete',
  description: 'A subject must not be given values after it completed or failed.',
  severity: 'warning',
  doc: 'https://rxjs.dev/guide/observable#executing-observables',
  falseAlarms: ['A producer that is not told when its subject completes, and whose late values do not matter.'],
  parameters: { subject: 'object' },
  events: {
    next: {
      on: { kind: 'call', target: subjects.map((name) => `npm:rxjs#${name}.prototype.next`), when: 'before' },
      bind: { subject: 'receiver' },
    },
    finish: {
      on: {
        kind: 'call',
        target: ['npm:rxjs#Subject.prototype.{complete,error}', 'npm:rxjs#AsyncSubject.prototype.complete'],
      },
      bind: { subject: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'next* finish+ next',
  report: {
    match: 'this subject has completed or failed before, so the value is dropped in silence: stop the producer first',
  },
})
