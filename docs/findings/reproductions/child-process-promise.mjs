// npm: child-process-promise@2.2.1
// Captured output loses characters at the ends of chunks.
// sees: replacement characters, length
import assert from 'node:assert'
import { spawn } from 'child-process-promise'

const expected = 'a' + 'ö'.repeat(200_000)
const program = "process.stdout.write('a' + 'ö'.repeat(200000))"
const { stdout } = await spawn(process.execPath, ['-e', program], { capture: ['stdout'] })
assert.ok(stdout === expected, `${stdout.split('\uFFFD').length - 1} replacement characters, length ${stdout.length}`)
