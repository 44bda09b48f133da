import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'abstract-level/no-use-after-close',
  description: 'A database must not be used after it was closed.',
  severity: 'error',
  doc: 'https://github.com/Level/abstract-level#dbclose',
  parameters: { db: 'object' },
  events: {
    open: { on: { kind: 'call', target: 'npm:abstract-level#AbstractLevel.prototype.open' }, bind: { db: 'receiver' } },
    use: {
      on: {
        kind: 'call',
        target: 'npm:abstract-level#AbstractLevel.prototype.{get,getMany,put,del,batch,iterator,keys,values,clear}',
        when: 'before',
      },
      bind: { db: 'receiver' },
    },
    close: {
      on: { kind: 'call', target: 'npm:abstract-level#AbstractLevel.prototype.close' },
      bind: { db: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'use => (not close S open or [*] not close)',
  report: {
    violation:
      'this database was closed before, so the operation fails: close it when all work is done, or open it again',
  },
})
