// npm: spawn-please@3.0.0
// Captured output loses characters at the ends of chunks.
// sees: replacement characters, length
import assert from 'node:assert'
import spawn from 'spawn-please'

const expected = 'a' + 'ö'.repeat(200_000)
const program = "process.stdout.write('a' + 'ö'.repeat(200000))"
const { stdout } = await spawn(process.execPath, ['-e', program])
assert.ok(stdout === expected, `${stdout.split('\uFFFD').length - 1} replacement characters, length ${stdout.length}`)
