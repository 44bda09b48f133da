import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'console/group-balanced',
  description: 'A console group must be ended.',
  severity: 'suggestion',
  doc: 'https://nodejs.org/api/console.html#consolegrouplabel',
  falseAlarms: ['A program that ends inside a group.'],
  parameters: { console: 'object' },
  events: {
    open: {
      on: { kind: 'call', target: 'console.{group,groupCollapsed}' },
      bind: { console: 'receiver' },
      creation: true,
      action: (variables, { site }) => {
        variables.open.push(site ?? 0)
      },
    },
    close: {
      on: { kind: 'call', target: 'console.groupEnd' },
      bind: { console: 'receiver' },
      action: (variables) => {
        variables.open.pop()
      },
    },
    end: {
      on: { kind: 'end', of: 'file' },
      action: (variables) => {
        variables.blamedSite = variables.open.at(-1) ?? 0
      },
    },
  },
  end: 'end',
  variables: { open: [] as number[], blamedSite: 0 },
  logic: 'cfg',
  formula: 'S -> open S close S | epsilon',
  report: { fail: 'this group of the console was never ended: call groupEnd() in a finally block' },
  handler: ({ variables }) => variables.blamedSite !== 0,
})
