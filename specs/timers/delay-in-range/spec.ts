import { defineSpec } from '#src/spec/define-spec.ts'

const longest = 2_147_483_647

export default defineSpec({
  id: 'timers/delay-in-range',
  description: 'The delay of a timer must be at most 2147483647 milliseconds.',
  severity: 'error',
  doc: 'https://nodejs.org/api/timers.html#settimeoutcallback-delay-args',
  falseAlarms: [],
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
  report: { match: 'the delay is too long and becomes 1 millisecond: the timer fires at once' },
})

/** Infinity too. What is negative, left out or no number means "at once" to who writes it as well. */
function isOutOfRange(delay: unknown): boolean {
  return Number(delay) > longest
}
