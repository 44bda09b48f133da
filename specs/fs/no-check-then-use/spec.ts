import { constants } from 'node:fs'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fs/no-check-then-use',
  description: 'A file must not be checked first and then changed: it can change in between.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/fs.html#fsaccesspath-mode-callback',
  falseAlarms: ['A file in a folder that nobody else can write to.'],
  parameters: { path: 'value' },
  events: {
    check: {
      on: { kind: 'call', target: 'node:fs#{existsSync,accessSync,statSync,lstatSync}', when: 'before' },
      bind: { path: 'arg0' },
      creation: true,
    },
    // What was checked for being read was used by that.
    read: {
      on: { kind: 'call', target: 'node:fs#{readFileSync,readdirSync,createReadStream}', when: 'before' },
      bind: { path: 'arg0' },
    },
    change: {
      on: {
        kind: 'call',
        target:
          'node:fs#{writeFileSync,appendFileSync,unlinkSync,rmSync,rmdirSync,renameSync,truncateSync,chmodSync,chownSync,createWriteStream}',
        when: 'before',
      },
      bind: { path: 'arg0' },
      if: ({ args }) => !isSure(args),
    },
    // What is right whatever has happened since the check has taken its place.
    sure: {
      on: { kind: 'call', target: 'node:fs#{writeFileSync,appendFileSync,rmSync,createWriteStream}', when: 'before' },
      bind: { path: 'arg0' },
      if: ({ args }) => isSure(args),
    },
    turn: { on: { kind: 'end', of: 'turn' } },
  },
  logic: 'ere',
  formula: '(check | read | change | sure | turn)* check change',
  report: { match: '{path} was checked and then changed: between the two, another process can change it' },
})

/** Of options, which come second or third: makes the file itself or fails (`wx`), or is content if it is gone (`force`). */
function isSure(args: readonly unknown[]): boolean {
  return [args[1], args[2]].some((options) => {
    if (typeof options !== 'object' || options === null) return false
    const { flag, flags = flag, force } = options as { flag?: unknown; flags?: unknown; force?: unknown }
    if (typeof flags === 'number') return (flags & constants.O_EXCL) !== 0
    return force === true || (typeof flags === 'string' && flags.includes('x'))
  })
}
