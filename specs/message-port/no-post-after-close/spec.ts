import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'message-port/no-post-after-close',
  description: 'Neither port of a channel must be posted to after one of them was closed.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/worker_threads.html#portclose',
  falseAlarms: ['A message that may get lost, such as a last sign of life.'],
  parameters: { one: 'object', other: 'object' },
  events: {
    open: {
      on: { kind: 'construct', target: 'MessageChannel' },
      bind: { one: 'result.port1', other: 'result.port2' },
      creation: true,
    },
    closeOne: { on: { kind: 'call', target: 'MessagePort.prototype.close' }, bind: { one: 'receiver' } },
    closeOther: { on: { kind: 'call', target: 'MessagePort.prototype.close' }, bind: { other: 'receiver' } },
    postOne: {
      on: { kind: 'call', target: 'MessagePort.prototype.postMessage', when: 'before' },
      bind: { one: 'receiver' },
    },
    postOther: {
      on: { kind: 'call', target: 'MessagePort.prototype.postMessage', when: 'before' },
      bind: { other: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'open (postOne | postOther)* (closeOne | closeOther)+ (postOne | postOther)',
  report: { match: 'this message is dropped in silence: the channel was closed before, at one of its ports' },
})
