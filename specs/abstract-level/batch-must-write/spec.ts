import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'abstract-level/batch-must-write',
  description: 'A chained batch must be written or closed.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/Level/abstract-level#chainedbatch',
  parameters: { db: 'object', batch: 'object' },
  events: {
    make: {
      on: { kind: 'call', target: 'npm:abstract-level#AbstractLevel.prototype.batch', if: 'args.length === 0' },
      bind: { db: 'receiver', batch: 'result' },
      creation: true,
    },
    finish: {
      on: { kind: 'call', target: 'npm:abstract-level#AbstractChainedBatch.prototype.{write,close,@@asyncDispose}' },
      bind: { batch: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  // Unfinished work, whenever it was begun.
  countsLoading: true,
  logic: 'ltl',
  formula: '[](make => <> finish)',
  report: { violation: 'a batch was begun here and neither written nor closed: nothing of it is stored; call write()' },
})
