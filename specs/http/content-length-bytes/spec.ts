import type { OutgoingMessage } from 'node:http'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'http/content-length-bytes',
  description: 'A `Content-Length` header must count the bytes of the body.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/http.html#responsewriteheadstatuscode-statusmessage-headers',
  falseAlarms: ['An answer to HEAD, whose length is that of a body it does not have: such answers are left out.'],
  parameters: { message: 'object' },
  events: {
    write: {
      on: { kind: 'call', target: 'node:http#OutgoingMessage.prototype.write', when: 'before' },
      bind: { message: 'receiver' },
      creation: true,
      action: (variables, { args }) => {
        variables.bytes += bytesOf(args[0], args[1])
      },
    },
    finish: {
      on: { kind: 'call', target: 'node:http#OutgoingMessage.prototype.end', when: 'before' },
      bind: { message: 'receiver' },
      if: ({ receiver }) => lengthOf(receiver) !== undefined && isSent(receiver),
      creation: true,
      action: (variables, { receiver, args }) => {
        variables.bytes += bytesOf(args[0], args[1])
        variables.declared = lengthOf(receiver) ?? 0
      },
    },
  },
  variables: { bytes: 0, declared: 0 },
  logic: 'fsm',
  formula: `
    open [ write -> open finish -> ended ]
    ended [ default done ]
    done [ default done ]
  `,
  report: { ended: 'Content-Length says {declared} bytes, and the body has {bytes}: use Buffer.byteLength(text)' },
  handler: ({ variables: { bytes, declared } }) => bytes !== declared && bytes > 0,
})

/** A request has no socket yet. What simulates a connection, as `inject` of test libraries does, counts no bytes. */
function isSent(message: unknown): boolean {
  const { socket } = message as OutgoingMessage
  return socket === null || 'remoteAddress' in socket
}

function lengthOf(message: unknown): number | undefined {
  const value = (message as OutgoingMessage).getHeader('content-length')
  return value === undefined ? undefined : Number(value)
}

function bytesOf(chunk: unknown, encoding: unknown): number {
  if (typeof chunk === 'string')
    return Buffer.byteLength(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8')
  return chunk instanceof Uint8Array ? chunk.byteLength : 0
}
