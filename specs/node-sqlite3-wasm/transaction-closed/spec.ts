import { defineSpec } from '#src/spec/define-spec.ts'

const patterns = {
  begin: /^\s*begin\b/i,
  finish: /^\s*(?:commit|end|rollback)\b(?!.*\bto\b)/i,
  savepoint: /^\s*savepoint\b/i,
  forget: /^\s*release\b/i,
}

/** Whether a text is one statement of a kind; several in one text are left alone. */
const is = (kind: keyof typeof patterns, text: unknown): boolean =>
  typeof text === 'string' && patterns[kind].test(text) && !/;\s*\S/.test(text)

export default defineSpec({
  id: 'node-sqlite3-wasm/transaction-closed',
  description: 'A transaction must be committed or rolled back before the database is closed.',
  severity: 'error',
  doc: 'https://www.sqlite.org/lang_transaction.html',
  parameters: { db: 'object' },
  events: {
    begin: {
      on: { kind: 'call', target: 'npm:node-sqlite3-wasm#Database.prototype.{exec,run}', when: 'before' },
      bind: { db: 'receiver' },
      if: ({ args }) => is('begin', args[0]),
      creation: true,
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    savepoint: {
      on: { kind: 'call', target: 'npm:node-sqlite3-wasm#Database.prototype.{exec,run}', when: 'before' },
      bind: { db: 'receiver' },
      if: ({ args }) => is('savepoint', args[0]),
      creation: true,
      action: (variables, { site }) => {
        variables.blamedSite = site ?? 0
      },
    },
    forget: {
      on: { kind: 'call', target: 'npm:node-sqlite3-wasm#Database.prototype.{exec,run}', when: 'before' },
      bind: { db: 'receiver' },
      if: ({ args }) => is('forget', args[0]),
    },
    finish: {
      on: { kind: 'call', target: 'npm:node-sqlite3-wasm#Database.prototype.{exec,run}', when: 'before' },
      bind: { db: 'receiver' },
      if: ({ args }) => is('finish', args[0]),
    },
    close: {
      on: { kind: 'call', target: 'npm:node-sqlite3-wasm#Database.prototype.close', when: 'before' },
      bind: { db: 'receiver' },
    },
  },
  variables: { blamedSite: 0 },
  logic: 'cfg',
  formula: `
    S -> T close | T | S close,
    T -> T begin O finish | T savepoint O forget | T savepoint O finish | T finish | epsilon,
    O -> O savepoint O forget | O savepoint | epsilon
  `,
  report: {
    fail: 'a transaction was begun here and is still open at {event}: what it wrote is rolled back; commit it in every path',
  },
})
