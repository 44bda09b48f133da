import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'node-sqlite3-wasm/no-use-after-close',
  description: 'A database must not be used after it was closed.',
  severity: 'error',
  doc: 'https://github.com/tndrle/node-sqlite3-wasm#databaseclose',
  parameters: { db: 'object' },
  events: {
    use: {
      on: {
        kind: 'call',
        target: 'npm:node-sqlite3-wasm#Database.prototype.{all,exec,function,get,prepare,run,close}',
        when: 'before',
      },
      bind: { db: 'receiver' },
    },
    close: {
      on: { kind: 'call', target: 'npm:node-sqlite3-wasm#Database.prototype.close' },
      bind: { db: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'use* close use',
  report: { match: 'this database was closed before, and using it throws: close it when all work is done' },
})
