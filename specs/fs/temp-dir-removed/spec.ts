import { existsSync } from 'node:fs'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/temp-dir-removed',
  description: 'A temporary folder must be removed by the end.',
  severity: 'suggestion',
  doc: 'https://nodejs.org/api/fs.html#fsmkdtempsyncprefix-options',
  falseAlarms: ['A folder that a library or another process removes.'],
  parameters: { path: 'value' },
  events: {
    make: {
      on: [
        { kind: 'call', target: 'node:fs#mkdtempSync', bind: { path: 'result' } },
        { kind: 'call', target: 'node:fs/promises#mkdtemp', when: 'fulfilled', bind: { path: 'settled' } },
      ],
      creation: true,
      action: (variables, { result, settled }) => {
        variables.folder = (typeof result === 'string' ? result : settled) as string
      },
    },
    remove: {
      on: [
        { kind: 'call', target: 'node:fs#{rmSync,rmdirSync,rm,rmdir,renameSync,rename}', when: 'before' },
        { kind: 'call', target: 'node:fs/promises#{rm,rmdir,rename}', when: 'before' },
      ],
      bind: { path: 'arg0' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  variables: { folder: '' },
  logic: 'ltl',
  formula: '[](make => <> remove)',
  report: { violation: 'the temporary folder {path} was made here and never removed: rm(folder, { recursive: true })' },
  // However it went away.
  handler: ({ variables }) => existsSync(variables.folder),
})
