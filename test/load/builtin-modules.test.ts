/**
 * An ES module that imports a module of Node, and has read nothing of `process` before, gets what it gets in a plain run.
 * Node gives some exports when they are first read, and loads what they need then: whatever is patched meanwhile must not
 * read them.
 */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'

const cwd = realpathSync(mkdtempSync(path.join(tmpdir(), 'jsmop-builtins-')))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const shown = `
const text = (value) => typeof value + (typeof value === 'function' ? \` \${value.name} \${value.length}\` : '')
console.log(Object.keys(module).sort().map((name) => \`\${name}: \${text(module[name])}\`).join('\\n'))
`

describe.skipIf(!isBuilt)('what an ES module imports of Node', () => {
  it.each(['util', 'stream', 'fs', 'http', 'crypto', 'process', 'buffer'])('is what it is: %s', async (name) => {
    writeFileSync(path.join(cwd, `${name}.mjs`), `import * as module from 'node:${name}'\n${shown}`)
    const command = ['node', '--no-warnings', `${name}.mjs`]
    const plain = await run(command, { cwd })
    for (const specs of [
      ['--spec', 'array/no-shift-during-iteration'],
      ['--preset', 'all'],
    ]) {
      const { code, stdout, stderr } = await monitor(specs, command, { cwd })
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: plain.stdout, stderr: '' })
    }
  })
})
