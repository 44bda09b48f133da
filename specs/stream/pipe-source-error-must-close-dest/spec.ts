import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'stream/pipe-source-error-must-close-dest',
  description: 'The destination of a pipe must be ended or destroyed when its source fails.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/stream.html#readablepipedestination-options',
  falseAlarms: ['A destination that goes on with another source later.'],
  parameters: { source: 'object', destination: 'object' },
  events: {
    pipe: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.pipe' },
      bind: { source: 'receiver', destination: 'arg0' },
      // Standard output is never closed.
      if: ({ args }) => !('fd' in Object(args[0])) || Object(args[0]).fd > 2 || Object(args[0]).fd === null,
      creation: true,
    },
    fail: {
      on: { kind: 'emit', target: 'node:stream#Readable', event: 'error' },
      bind: { source: 'receiver' },
      if: ({ receiver }) => destinationsOf(receiver).some(holdsOpen),
    },
    close: {
      on: { kind: 'emit', target: 'node:stream#Stream', event: ['finish', 'close', 'prefinish'] },
      bind: { destination: 'receiver' },
    },
    unpipe: {
      on: { kind: 'call', target: 'node:stream#Readable.prototype.unpipe', when: 'before' },
      bind: { source: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'fsm',
  formula: `
    idle [ pipe -> piped default idle ]
    piped [ fail -> failed close -> idle unpipe -> idle default piped ]
    failed [ close -> idle end -> left default failed ]
    left [ default left ]
  `,
  report: {
    left: 'the source of this pipe failed, and {destination} was left open: use pipeline(), or destroy it on "error"',
  },
  blame: 'creation',
})

function destinationsOf(source: unknown): readonly object[] {
  return Object(source)._readableState?.pipes ?? []
}

/** Whether a stream is a file, a socket, a request or a response, or leads into one. What holds only memory goes with its garbage. */
function holdsOpen(stream: object): boolean {
  return (
    ['fd', 'remoteAddress', 'setHeader', 'rstCode'].some((member) => member in stream) ||
    destinationsOf(stream).some(holdsOpen)
  )
}
