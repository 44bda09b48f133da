import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'events/once-must-settle',
  description: 'A promise from `events.once` must be settled by the end.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/events.html#eventsonceemitter-name-options',
  falseAlarms: ['An event that need not come, awaited aside of everything else.'],
  parameters: { promise: 'object' },
  events: {
    wait: {
      on: { kind: 'call', target: 'node:events#once', when: 'returned' },
      bind: { promise: 'result' },
      // Whoever gives a signal can stop it.
      if: ({ args }) => (args[2] as { signal?: object } | undefined)?.signal === undefined,
      creation: true,
    },
    settle: { on: { kind: 'call', target: 'node:events#once', when: 'settled' }, bind: { promise: 'result' } },
    // Whoever lets it race expects that it may lose.
    race: {
      on: ([0, 1, 2, 3, 4, 5, 6, 7] as const).map(
        (n) =>
          ({
            kind: 'call',
            target: 'Promise.{race,any}',
            when: 'before',
            bind: { promise: `arg0.${n}` },
          }) as const,
      ),
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](wait => <> (settle or race))',
  report: {
    violation: 'the event that is awaited here never came: was it emitted before? call once() before what emits it',
  },
})
