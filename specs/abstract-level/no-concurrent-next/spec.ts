import { defineSpec } from '#src/spec/define-spec.ts'

const stepping = [
  'npm:abstract-level#AbstractIterator.prototype.{next,nextv}',
  'npm:abstract-level#AbstractKeyIterator.prototype.{next,nextv}',
  'npm:abstract-level#AbstractValueIterator.prototype.{next,nextv}',
]

export default defineSpec({
  id: 'abstract-level/no-concurrent-next',
  description: 'An iterator must not be stepped while a step is under way.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/Level/abstract-level#iteratornext',
  parameters: { iterator: 'object' },
  events: {
    next: { on: { kind: 'call', target: stepping, when: 'before' }, bind: { iterator: 'receiver' } },
    done: { on: { kind: 'call', target: stepping, when: 'settled' }, bind: { iterator: 'receiver' } },
  },
  logic: 'fsm',
  formula: `
    idle [ next -> stepping  done -> idle ]
    stepping [ next -> both  done -> idle ]
    both [ next -> both  done -> idle ]
  `,
  report: { both: 'this iterator is still busy with a step before, so this one is rejected: await each step' },
})
