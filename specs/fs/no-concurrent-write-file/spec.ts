import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/no-concurrent-write-file',
  description: '`writeFile` must not be called on a file while another call on it is under way.',
  severity: 'error',
  doc: 'https://nodejs.org/api/fs.html#fspromiseswritefilefile-data-options',
  falseAlarms: ['Writes of a few bytes, which happen to reach the disk whole.'],
  parameters: { path: 'value' },
  events: {
    start: {
      on: { kind: 'call', target: 'node:fs/promises#{writeFile,appendFile}', when: 'before' },
      bind: { path: 'arg0' },
      if: ({ args }) => typeof args[0] === 'string',
      creation: true,
    },
    finish: {
      on: { kind: 'call', target: 'node:fs/promises#{writeFile,appendFile}', when: 'settled' },
      bind: { path: 'arg0' },
      if: ({ args }) => typeof args[0] === 'string',
    },
  },
  logic: 'fsm',
  formula: `
    idle [ start -> writing finish -> idle ]
    writing [ start -> mixed finish -> idle ]
    mixed [ start -> mixed finish -> writing ]
  `,
  report: {
    mixed: '{path} is being written by an earlier call: await it first, or write to another file and rename it',
  },
})
