import { statSync } from 'node:fs'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/mkdtemp-prefix-separator',
  description: 'The prefix of a temporary folder must not be the name of an existing folder without a separator.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/fs.html#fsmkdtempprefix-options-callback',
  falseAlarms: ['A folder that is meant to lie beside the other one, with its name as a prefix.'],
  parameters: { prefix: 'value' },
  events: {
    make: {
      on: [
        { kind: 'call', target: 'node:fs#{mkdtempSync,mkdtemp}', when: 'before' },
        { kind: 'call', target: 'node:fs/promises#mkdtemp', when: 'before' },
      ],
      bind: { prefix: 'arg0' },
      if: ({ args: [prefix] }) =>
        typeof prefix === 'string' &&
        !/[\\/]$/.test(prefix) &&
        statSync(prefix, { throwIfNoEntry: false })?.isDirectory() === true,
    },
  },
  logic: 'raw',
  report: { match: 'the folder is made beside {prefix}, not in it: end the prefix in path.sep' },
})
