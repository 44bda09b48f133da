import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'web-streams/no-enqueue-after-close',
  description: 'A stream must not be given chunks after its source closed it.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/ReadableStreamDefaultController/enqueue',
  falseAlarms: ['A source that asks `desiredSize` and is ready for the exception.'],
  parameters: { controller: 'object' },
  events: {
    enqueue: {
      on: {
        kind: 'call',
        target: [
          'ReadableStreamDefaultController.prototype.enqueue',
          'ReadableByteStreamController.prototype.enqueue',
          'TransformStreamDefaultController.prototype.enqueue',
        ],
        when: 'before',
      },
      bind: { controller: 'receiver' },
    },
    close: {
      on: {
        kind: 'call',
        target: [
          'ReadableStreamDefaultController.prototype.{close,error}',
          'ReadableByteStreamController.prototype.{close,error}',
          'TransformStreamDefaultController.prototype.{terminate,error}',
        ],
      },
      bind: { controller: 'receiver' },
      creation: true,
    },
  },
  logic: 'ere',
  formula: 'close+ enqueue',
  report: {
    match:
      '{controller} has closed or failed its stream already, so this chunk is refused with an exception: stop the source when you close',
  },
})
