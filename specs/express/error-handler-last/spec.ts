import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'express/error-handler-last',
  description: 'Error-handling middleware must be added after all routes.',
  severity: 'warning',
  doc: 'https://expressjs.com/en/guide/error-handling.html#writing-error-handlers',
  falseAlarms: ['A handler that is meant for the routes before it alone.'],
  parameters: { app: 'object' },
  events: {
    handler: {
      on: { kind: 'call', target: 'npm:express/lib/application#use', if: ({ args }) => args.some(isErrorHandler) },
      bind: { app: 'receiver' },
      creation: true,
    },
    route: {
      on: {
        kind: 'call',
        target: 'npm:express/lib/application#{get,post,put,patch,delete,all}',
        when: 'before',
        if: 'args.length > 1',
      },
      bind: { app: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'route => [*] not handler',
  report: {
    violation: 'errors of this route pass by the error handler, which was added before it: add the handler last',
  },
})

function isErrorHandler(handler: unknown): boolean {
  return typeof handler === 'function' && handler.length === 4
}
