import { expect, test } from 'vitest'
import { planInstrumentation } from '#src/instrument/plan/plan.ts'
import { compileSpec } from '#src/spec/compile-spec.ts'
import type { EventContext } from '#src/spec/definition.ts'

test('an operation is signalled when the condition of the event and that of its pointcut hold', () => {
  const spec = compileSpec({
    id: 'a/b',
    description: 'A rule.',
    severity: 'error',
    doc: 'https://example.org',
    events: {
      e: {
        on: [
          { kind: 'call', target: 'f', if: 'arg0 > 0' },
          { kind: 'call', target: 'g' },
        ],
        if: 'arg0 < 9',
      },
    },
    logic: 'raw',
    report: { match: 'm' },
  })
  const verdicts = planInstrumentation([spec]).operations.map(({ member, subscriptions }) => [
    member,
    [-1, 1, 10].map((arg0) => subscriptions[0]!.condition!({ args: [arg0] } as unknown as EventContext)),
  ])
  expect(verdicts).toEqual([
    ['f', [false, true, false]],
    ['g', [true, true, false]],
  ])
})
