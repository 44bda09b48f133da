import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'undici/body-consumed',
  description: 'The body of an answer to undici.request must be consumed or dumped.',
  severity: 'warning',
  doc: 'https://undici.nodejs.org/#/?id=garbage-collection',
  falseAlarms: ['A body that is still being read when the program ends.'],
  parameters: { body: 'object' },
  events: {
    arrive: {
      on: { kind: 'call', target: 'npm:undici#request', when: 'fulfilled' },
      bind: { body: 'settled.body' },
      creation: true,
    },
    use: {
      on: [
        {
          kind: 'call',
          target: 'npm:undici/lib/api/readable#Readable.prototype.{json,text,blob,bytes,arrayBuffer,formData,dump}',
        },
        // However it is read, piped or destroyed, a stream says so in the end.
        { kind: 'emit', target: 'npm:undici/lib/api/readable#Readable', event: ['end', 'close'] },
      ],
      bind: { body: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  logic: 'ltl',
  formula: '[](arrive => <> use)',
  report: {
    violation:
      'a request was made here and the body of its answer never consumed: the connection stays taken, and requests behind it wait; call body.dump()',
  },
})
