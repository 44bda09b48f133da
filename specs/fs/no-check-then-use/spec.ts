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
    },
    turn: { on: { kind: 'end', of: 'turn' } },
  },
  logic: 'ere',
  formula: '(check | read | change | turn)* check change',
  report: { match: '{path} was checked and then changed: between the two, another process can change it' },
})
