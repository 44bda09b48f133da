import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'abstract-level/iterator-must-close',
  description: 'An iterator of a database must be closed.',
  severity: 'error',
  doc: 'https://github.com/Level/abstract-level#iterator',
  falseAlarms: ['A database in memory, where a forgotten iterator costs little.'],
  parameters: { db: 'object', iterator: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'npm:abstract-level#AbstractLevel.prototype.{iterator,keys,values}' },
      bind: { db: 'receiver', iterator: 'result' },
      creation: true,
    },
    // `for await` and `all` close by themselves.
    close: {
      on: {
        kind: 'call',
        target: [
          'npm:abstract-level#AbstractIterator.prototype.{close,all,@@asyncIterator,@@asyncDispose}',
          'npm:abstract-level#AbstractKeyIterator.prototype.{close,all,@@asyncIterator,@@asyncDispose}',
          'npm:abstract-level#AbstractValueIterator.prototype.{close,all,@@asyncIterator,@@asyncDispose}',
        ],
      },
      bind: { iterator: 'receiver' },
    },
    closeDatabase: {
      on: { kind: 'call', target: 'npm:abstract-level#AbstractLevel.prototype.close' },
      bind: { db: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> (close or closeDatabase))',
  report: {
    violation:
      'an iterator was made here and never closed: its snapshot keeps old data on disk; close it in a finally block, or use for await',
  },
})
