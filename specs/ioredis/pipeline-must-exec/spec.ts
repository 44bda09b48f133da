import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'ioredis/pipeline-must-exec',
  description: 'A pipeline must be executed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/redis/ioredis#pipelining',
  falseAlarms: ['A pipeline that is dropped because nothing was queued in it.'],
  parameters: { client: 'object', pipeline: 'object' },
  events: {
    make: {
      on: { kind: 'call', target: 'npm:ioredis#Redis.prototype.pipeline' },
      bind: { client: 'receiver', pipeline: 'result' },
      creation: true,
    },
    execute: {
      on: { kind: 'call', target: 'npm:ioredis#Pipeline.prototype.{exec,execBuffer}' },
      bind: { pipeline: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  // Unfinished work, whenever it was begun.
  countsLoading: true,
  logic: 'ltl',
  formula: '[](make => <> execute)',
  report: { violation: 'a pipeline was made here and never executed, so none of its commands is sent: call exec()' },
})
