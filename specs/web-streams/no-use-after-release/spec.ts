import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'web-streams/no-use-after-release',
  description: 'A reader or writer must not be used after it released its stream.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/ReadableStreamDefaultReader/releaseLock',
  parameters: { holder: 'object' },
  events: {
    use: {
      on: {
        kind: 'call',
        target: [
          'ReadableStreamDefaultReader.prototype.{read,cancel}',
          'ReadableStreamBYOBReader.prototype.{read,cancel}',
          'WritableStreamDefaultWriter.prototype.{write,close,abort}',
        ],
        when: 'before',
      },
      bind: { holder: 'receiver' },
    },
    release: {
      on: {
        kind: 'call',
        target: [
          'ReadableStreamDefaultReader.prototype.releaseLock',
          'ReadableStreamBYOBReader.prototype.releaseLock',
          'WritableStreamDefaultWriter.prototype.releaseLock',
        ],
      },
      bind: { holder: 'receiver' },
      creation: true,
    },
  },
  logic: 'ere',
  formula: 'release+ use',
  report: {
    match: '{holder} is used after releaseLock(), so this is rejected: get another reader or writer from the stream',
  },
})
