import { getCipherInfo } from 'node:crypto'
import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'crypto/cipher-must-final',
  description: 'A Cipheriv that was given data must be finished with `final()`.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://nodejs.org/api/crypto.html#cipherfinaloutputencoding',
  falseAlarms: ['A cipher that is given up on purpose, after an error.'],
  parameters: { cipher: 'object' },
  events: {
    create: {
      on: { kind: 'call', target: 'node:crypto#createCipheriv' },
      bind: { cipher: 'result' },
      if: ({ args }) => !/-(?:ctr|cfb\d*|ofb)$|^chacha20$/i.test(String(args[0])),
      creation: true,
      action: (variables, { args }) => {
        const { mode, blockSize = Infinity } = getCipherInfo(String(args[0])) ?? {}
        variables.block = mode === 'cbc' || mode === 'ecb' ? blockSize : Infinity
      },
    },
    update: {
      on: { kind: 'call', target: 'node:crypto#Cipheriv.prototype.update' },
      bind: { cipher: 'receiver' },
      action: (variables, { args, site }) => {
        variables.given += bytesOf(args[0], args[1])
        variables.blamedSite = site ?? 0
      },
    },
    final: {
      on: { kind: 'call', target: 'node:crypto#Cipheriv.prototype.final', when: 'before' },
      bind: { cipher: 'receiver' },
    },
    end: { on: { kind: 'end', of: 'file' } },
  },
  end: 'end',
  variables: { given: 0, block: 0, blamedSite: 0 },
  // Unfinished work, whenever it was begun.
  countsLoading: true,
  logic: 'ltl',
  formula: '[](update => <> final)',
  report: { violation: '{cipher} was given data and never finished: the last block is missing; append final()' },
  // Whole blocks come out at once: a protocol that pads its messages itself never finishes. Other modes authenticate at the end.
  handler: ({ variables: { given, block } }) => given % block !== 0,
})

function bytesOf(data: unknown, encoding: unknown): number {
  return typeof data === 'string'
    ? Buffer.byteLength(data, encoding as BufferEncoding | undefined)
    : (data as ArrayBufferView).byteLength
}
