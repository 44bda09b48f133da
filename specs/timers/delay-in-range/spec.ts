import { defineSpec } from '#src/spec/define-spec.ts'

const longest = 2_147_483_647

export default defineSpec({
  id: 'timers/delay-in-range',
  description: 'The delay of a timer must be between 0 and 2147483647 milliseconds.',
  severity: 'error',
  doc: 'https://nodejs.org/api/timers.html#settimeoutcallback-delay-args',
  falseAlarms: ['A negative delay that means "at once".'],
  events: {
    set: {
      on: [
        {
          kind: 'call',
          target: ['setTimeout', 'setInterval'],
          when: 'before',
          if: ({ args }) => isOutOfRange(args[1]),
        },
        {
          kind: 'call',
          target: 'node:timers/promises#{setTimeout,setInterval}',
          when: 'before',
          if: ({ args }) => isOutOfRange(args[0]),
        },
      ],
    },
  },
  logic: 'raw',
  report: { match: 'the delay is out of range and becomes 1 millisecond: the timer fires at once' },
})

/** Infinity and NaN count too; what is left out means 1. */
function isOutOfRange(delay: unknown): boolean {
  if (delay === undefined || delay === null) return false
  const number = Number(delay)
  return Number.isNaN(number) || number > longest
}
