import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'fetch/clone-before-use',
  description: 'A Response or Request must be cloned before its body is used.',
  severity: 'error',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/Response/clone',
  parameters: { message: 'object' },
  events: {
    arrive: { on: { kind: 'call', target: 'fetch', when: 'fulfilled' }, bind: { message: 'settled' } },
    read: {
      on: {
        kind: 'call',
        target: [
          'Response.prototype.{json,text,arrayBuffer,blob,formData}',
          'Request.prototype.{json,text,arrayBuffer,blob,formData}',
        ],
        when: 'before',
      },
      bind: { message: 'receiver' },
      if: ({ receiver }) => (receiver as Response).body !== null,
    },
    clone: {
      on: { kind: 'call', target: ['Response.prototype.clone', 'Request.prototype.clone'], when: 'before' },
      bind: { message: 'receiver' },
    },
  },
  logic: 'ptltl',
  formula: 'clone => [*] not read or arrive and not arrive',
  report: { violation: '{message} is cloned after its body was used, which throws: clone first, then read both' },
})
