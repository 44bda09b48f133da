import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/dir-no-use-after-close',
  description: 'A directory must not be read after it was closed.',
  severity: 'error',
  doc: 'https://nodejs.org/api/fs.html#dirclose',
  falseAlarms: ['Code that tries, and handles the exception.'],
  parameters: { dir: 'object' },
  events: {
    close: {
      on: [
        { kind: 'call', target: 'node:fs#Dir.prototype.closeSync' },
        { kind: 'call', target: 'node:fs#Dir.prototype.close', when: 'before' },
      ],
      bind: { dir: 'receiver' },
    },
    use: {
      on: { kind: 'call', target: 'node:fs#Dir.prototype.{read,readSync,entries,@@asyncIterator}', when: 'before' },
      bind: { dir: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'use* close+ (use close*)+',
  report: { match: 'a directory was read after it was closed: open it again' },
})
