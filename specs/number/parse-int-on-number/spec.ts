import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'number/parse-int-on-number',
  description: '`parseInt` must not be given a number that it reads wrongly.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/parseInt',
  falseAlarms: ['None that we know of.'],
  parameters: { number: 'value' },
  events: {
    parse: {
      on: { kind: 'call', target: ['parseInt', 'Number.parseInt'] },
      bind: { number: 'arg0' },
      if: ({ args: [number, radix], result }) =>
        typeof number === 'number' &&
        Number.isFinite(number) &&
        (radix === undefined || radix === 10) &&
        result !== Math.trunc(number) + 0,
    },
  },
  logic: 'raw',
  report: { match: 'parseInt read {number} as a text, and wrongly: use Math.trunc' },
})
