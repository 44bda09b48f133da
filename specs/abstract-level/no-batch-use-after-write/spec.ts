import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'abstract-level/no-batch-use-after-write',
  description: 'A chained batch must not be used after it was written or closed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/Level/abstract-level#chainedbatchwriteoptions',
  parameters: { batch: 'object' },
  events: {
    use: {
      on: { kind: 'call', target: 'npm:abstract-level#AbstractChainedBatch.prototype.{put,del,clear}', when: 'before' },
      bind: { batch: 'receiver' },
    },
    write: {
      on: { kind: 'call', target: 'npm:abstract-level#AbstractChainedBatch.prototype.{write,close}', when: 'before' },
      bind: { batch: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'use* write+ use',
  report: { match: 'this batch was written or closed before and takes nothing more: begin another with db.batch()' },
})
