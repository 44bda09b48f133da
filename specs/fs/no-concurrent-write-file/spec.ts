import { constants } from 'node:fs'
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
      on: { kind: 'call', target: 'node:fs/promises#writeFile', when: 'before' },
      bind: { path: 'arg0' },
      if: ({ args }) => replaces(args),
      creation: true,
    },
    finish: {
      on: { kind: 'call', target: 'node:fs/promises#writeFile', when: 'settled' },
      bind: { path: 'arg0' },
      if: ({ args }) => replaces(args),
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

/** Whether the call writes over what there is under a path: not if it adds to that (`a`), or fails where there is something (`wx`). */
function replaces([path, , options]: readonly unknown[]): boolean {
  if (typeof path !== 'string') return false
  const given = (typeof options === 'object' && options !== null ? options : {}) as { flag?: unknown }
  const flag = given.flag || 'w'
  const { O_APPEND, O_CREAT, O_EXCL, O_TRUNC } = constants
  if (typeof flag === 'number') return !((flag & O_APPEND && !(flag & O_TRUNC)) || (flag & O_EXCL && flag & O_CREAT))
  return typeof flag === 'string' && !/[ax]/.test(flag)
}
