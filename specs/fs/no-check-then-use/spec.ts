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
      on: [
        {
          kind: 'call',
          target: 'node:fs#writeFileSync',
          when: 'before',
          if: ({ args }) => !isSureFlag(args[2], 'flag', 'w'),
        },
        {
          kind: 'call',
          target: 'node:fs#appendFileSync',
          when: 'before',
          if: ({ args }) => !isSureFlag(args[2], 'flag', 'a'),
        },
        {
          kind: 'call',
          target: 'node:fs#createWriteStream',
          when: 'before',
          if: ({ args }) => !isSureFlag(args[1], 'flags', 'w'),
        },
        { kind: 'call', target: 'node:fs#rmSync', when: 'before', if: ({ args }) => !isForced(args[1]) },
        {
          kind: 'call',
          target: 'node:fs#{unlinkSync,rmdirSync,renameSync,truncateSync,chmodSync,chownSync}',
          when: 'before',
        },
      ],
      bind: { path: 'arg0' },
    },
    // What is right whatever has happened since the check has taken its place.
    sure: {
      on: [
        {
          kind: 'call',
          target: 'node:fs#writeFileSync',
          when: 'before',
          if: ({ args }) => isSureFlag(args[2], 'flag', 'w'),
        },
        {
          kind: 'call',
          target: 'node:fs#appendFileSync',
          when: 'before',
          if: ({ args }) => isSureFlag(args[2], 'flag', 'a'),
        },
        {
          kind: 'call',
          target: 'node:fs#createWriteStream',
          when: 'before',
          if: ({ args }) => isSureFlag(args[1], 'flags', 'w'),
        },
        { kind: 'call', target: 'node:fs#rmSync', when: 'before', if: ({ args }) => isForced(args[1]) },
      ],
      bind: { path: 'arg0' },
    },
    turn: { on: { kind: 'end', of: 'turn' } },
  },
  logic: 'ere',
  formula: '(check | read | change | sure | turn)* check change',
  report: { match: '{path} was checked and then changed: between the two, another process can change it' },
})

/** Whether a file is opened so that it is made by this call or none (`wx`), or that what is written is added to what there is (`a`). */
function isSureFlag(options: unknown, name: 'flag' | 'flags', otherwise: string): boolean {
  const given = typeof options === 'object' && options !== null ? (options as Record<string, unknown>)[name] : undefined
  const flag = given || otherwise
  const { O_APPEND, O_CREAT, O_EXCL, O_TRUNC } = constants
  if (typeof flag === 'number')
    return (flag & O_EXCL && flag & O_CREAT) !== 0 || ((flag & O_APPEND) !== 0 && (flag & O_TRUNC) === 0)
  return typeof flag === 'string' && /[ax]/.test(flag)
}

/** Whether it is content if there is nothing to remove. */
function isForced(options: unknown): boolean {
  return typeof options === 'object' && options !== null && (options as { force?: unknown }).force === true
}
