import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'node-sqlite3-wasm/database-must-close',
  description: 'A database must be closed.',
  severity: 'warning',
  doc: 'https://github.com/tndrle/node-sqlite3-wasm#databaseclose',
  falseAlarms: ['A database that is open as long as the program runs.'],
  parameters: { db: 'object' },
  events: {
    open: {
      on: { kind: 'construct', target: 'npm:node-sqlite3-wasm#Database' },
      bind: { db: 'result' },
      creation: true,
    },
    close: {
      on: { kind: 'call', target: 'npm:node-sqlite3-wasm#Database.prototype.close' },
      bind: { db: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](open => <> close)',
  report: {
    violation:
      'a database was opened here and never closed: its memory leaks, and its lock stays on disk; call close() in a finally block',
  },
})
