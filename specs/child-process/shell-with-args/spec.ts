import { defineSpec } from '#src/spec/define-spec.ts'
import { readData } from '#src/spec/expression/read-data.ts'

/** Letters that a shell takes as they are. */
const plain = /^[\w@%+=:,./-]*$/

export default defineSpec({
  id: 'child-process/shell-with-args',
  description: 'Arguments must not be given to a process that is started in a shell.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/child_process.html#child_processspawncommand-args-options',
  falseAlarms: ['Arguments that are constants without anything that a shell understands.'],
  events: {
    start: {
      on: {
        kind: 'call',
        target: 'node:child_process#{spawn,spawnSync,execFile,execFileSync}',
        when: 'before',
      },
      if: ({ args: [, list, options] }) => {
        const shell = readData(options, 'shell')
        return (
          shell !== undefined &&
          shell !== false &&
          shell !== null &&
          Array.isArray(list) &&
          list.some((argument) => !plain.test(String(argument)))
        )
      },
    },
  },
  logic: 'raw',
  report: { match: 'the arguments go to a shell unquoted: leave out `shell`, or write one command line' },
})
