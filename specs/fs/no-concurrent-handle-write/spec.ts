import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/no-concurrent-handle-write',
  description: 'A FileHandle must not be written to while an earlier write is under way.',
  severity: 'error',
  doc: 'https://nodejs.org/api/fs.html#filehandlewritebuffer-offset-length-position',
  falseAlarms: ['None that we know of.'],
  parameters: { handle: 'object' },
  events: {
    start: {
      on: {
        kind: 'call',
        target: 'node:fs/promises#FileHandle.prototype.{write,writev,writeFile,appendFile}',
        when: 'before',
      },
      bind: { handle: 'receiver' },
      if: ({ args }) => !args.slice(1).some((argument) => typeof argument === 'number'),
    },
    finish: {
      on: {
        kind: 'call',
        target: 'node:fs/promises#FileHandle.prototype.{write,writev,writeFile,appendFile}',
        when: 'settled',
      },
      bind: { handle: 'receiver' },
      if: ({ args }) => !args.slice(1).some((argument) => typeof argument === 'number'),
    },
    open: {
      on: { kind: 'call', target: 'node:fs/promises#open', when: 'fulfilled' },
      bind: { handle: 'settled' },
      creation: true,
    },
  },
  logic: 'fsm',
  formula: `
    closed [ open -> idle default closed ]
    idle [ start -> writing default idle ]
    writing [ start -> mixed finish -> idle open -> idle ]
    mixed [ start -> mixed finish -> writing open -> idle ]
  `,
  report: {
    mixed: 'an earlier write to this file is under way, and the order of the two is not defined: await it first',
  },
})
