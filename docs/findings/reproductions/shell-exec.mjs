// npm: shell-exec@1.1.2
// Captured output loses characters at the ends of chunks.
// sees: replacement characters, length
import assert from 'node:assert'
import shellExec from 'shell-exec'

const expected = 'a' + 'ö'.repeat(200_000)
const program = "process.stdout.write('a' + 'ö'.repeat(200000))"
const { stdout } = await shellExec.default(`"${process.execPath}" -e "${program}"`)
assert.ok(stdout === expected, `${stdout.split('\uFFFD').length - 1} replacement characters, length ${stdout.length}`)
