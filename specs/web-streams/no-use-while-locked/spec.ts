import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'web-streams/no-use-while-locked',
  description: 'A stream must not be read, piped or cancelled while a reader holds it.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/ReadableStream/locked',
  parameters: { stream: 'object', reader: 'object' },
  events: {
    use: {
      on: {
        kind: 'call',
        target: 'ReadableStream.prototype.{getReader,pipeTo,pipeThrough,tee,cancel,values}',
        when: 'before',
      },
      bind: { stream: 'receiver' },
    },
    lock: {
      on: { kind: 'call', target: 'ReadableStream.prototype.getReader' },
      bind: { stream: 'receiver', reader: 'result' },
      creation: true,
    },
    release: {
      on: {
        kind: 'call',
        target: ['ReadableStreamDefaultReader.prototype.releaseLock', 'ReadableStreamBYOBReader.prototype.releaseLock'],
      },
      bind: { reader: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    free [ use -> free  lock -> held  release -> free ]
    held [ use -> stolen  lock -> held  release -> free ]
    stolen [ use -> stolen  lock -> held  release -> free ]
  `,
  report: {
    stolen:
      '{stream} is used while a reader still holds it, which fails: call releaseLock() on the reader first, or cancel through it',
  },
})
