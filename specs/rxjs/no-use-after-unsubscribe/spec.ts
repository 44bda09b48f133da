import { defineSpec } from '#src/spec/define-spec.ts'

const subjects = ['Subject', 'BehaviorSubject', 'ReplaySubject', 'AsyncSubject']

export default defineSpec({
  id: 'rxjs/no-use-after-unsubscribe',
  description: 'A subject must not be used after it was unsubscribed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://rxjs.dev/api/index/class/Subject',
  parameters: { subject: 'object' },
  events: {
    unsubscribe: {
      on: { kind: 'call', target: 'npm:rxjs#Subject.prototype.unsubscribe' },
      bind: { subject: 'receiver' },
      creation: true,
    },
    use: {
      on: {
        kind: 'call',
        target: [
          ...subjects.map((name) => `npm:rxjs#${name}.prototype.next`),
          'npm:rxjs#Subject.prototype.{error,complete,subscribe}',
        ],
        when: 'before',
      },
      bind: { subject: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'unsubscribe+ use',
  report: {
    match:
      'this subject was unsubscribed before, and throws ObjectUnsubscribedError: unsubscribe the subscription, or complete the subject',
  },
})
