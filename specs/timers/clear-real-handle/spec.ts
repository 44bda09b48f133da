import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'timers/clear-real-handle',
  description: 'A timer must be cleared with the handle that set it.',
  severity: 'error',
  doc: 'https://nodejs.org/api/timers.html#cleartimeouttimeout',
  falseAlarms: ['None that we know of.'],
  parameters: { handle: 'object' },
  events: {
    clear: {
      on: [
        {
          kind: 'call',
          target: ['clearTimeout', 'clearInterval'],
          when: 'before',
          if: ({ args }) => !isTimer(args[0]),
        },
        { kind: 'call', target: 'clearImmediate', when: 'before', if: ({ args }) => !isImmediate(args[0]) },
      ],
      bind: { handle: 'arg0' },
    },
  },
  logic: 'raw',
  report: {
    match: 'this clears nothing, since {handle} is not what the timer was set with: keep what setTimeout returned',
  },
})

const isImmediate = (handle: unknown): boolean => handle === null || nameOf(handle) === 'Immediate'

/** Objects that stand for timers: Node's own, those of fake clocks, and what turns into a number. */
function isTimer(handle: unknown): boolean {
  if (typeof handle !== 'object' && typeof handle !== 'function') return true
  if (handle === null) return true
  const { hasRef, ref, [Symbol.toPrimitive]: primitive } = handle as Partial<NodeJS.Timeout>
  return !isImmediate(handle) && (typeof hasRef === 'function' || typeof ref === 'function' || primitive !== undefined)
}

function nameOf(value: unknown): string {
  return (value as object | undefined)?.constructor?.name ?? 'Immediate'
}
