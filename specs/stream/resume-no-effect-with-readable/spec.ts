import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/resume-no-effect-with-readable',
  description: '`resume()` must not be used on a stream that has a listener for `readable`.',
  severity: 'warning',
  doc: 'https://nodejs.org/api/stream.html#readableresume',
  falseAlarms: ['A stream that the listener reads to its end anyway.'],
  parameters: { stream: 'object' },
  events: {
    readable: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.{on,addListener,once}' },
      bind: { stream: 'receiver' },
      if: ({ args }) => args[0] === 'readable',
      creation: true,
    },
    unheard: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.{off,removeListener,removeAllListeners}' },
      bind: { stream: 'receiver' },
      if: ({ receiver }) => (receiver as NodeJS.EventEmitter).listenerCount('readable') === 0,
    },
    // A listener that was to hear once is gone.
    emitted: {
      on: { kind: 'emit', target: 'node:stream#Readable', event: 'readable', when: 'returned' },
      bind: { stream: 'receiver' },
      if: ({ receiver }) => (receiver as NodeJS.EventEmitter).listenerCount('readable') === 0,
    },
    resume: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.resume', when: 'before' },
      bind: { stream: 'receiver' },
      if: ({ receiver }) => !(receiver as { destroyed: boolean }).destroyed,
    },
  },
  logic: 'ptltl',
  formula: 'resume => not ((not unheard and not emitted) S readable)',
  report: {
    violation: 'resume() does nothing while somebody listens to "readable" of {stream}: remove the listener first',
  },
})
