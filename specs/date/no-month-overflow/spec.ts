import { defineSpec } from '#src/spec/define-spec.ts'

const { getDate, getFullYear, getUTCDate, getUTCFullYear } = Date.prototype

export default defineSpec({
  id: 'date/no-month-overflow',
  description: 'The month of a date must not be set to one that has no such day.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/Date/setMonth',
  falseAlarms: ['Code that means the overflow and corrects it afterwards.'],
  parameters: { date: 'object' },
  events: {
    local: {
      on: { kind: 'call', target: 'Date.prototype.setMonth', when: 'before' },
      bind: { date: 'receiver' },
      if: ({ receiver, args }) => overflows(getDate.call(receiver as Date), getFullYear.call(receiver as Date), args),
    },
    utc: {
      on: { kind: 'call', target: 'Date.prototype.setUTCMonth', when: 'before' },
      bind: { date: 'receiver' },
      if: ({ receiver, args }) =>
        overflows(getUTCDate.call(receiver as Date), getUTCFullYear.call(receiver as Date), args),
    },
  },
  logic: 'raw',
  report: {
    match:
      'the month has fewer days than the date says, so the date moves on by a month: set the day first, or setMonth(month, 1)',
  },
})

/** Whether a month has no such day; a call that gives the day as well says what it means. */
function overflows(day: number, year: number, [month, given]: readonly unknown[]): boolean {
  return given === undefined && day > new Date(Date.UTC(year, Number(month) + 1, 0)).getUTCDate()
}
