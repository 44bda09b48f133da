/** The programs of `docs/strategies.md` under each strategy: `// violation, not under weave` marks what one does not see. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { runProgram } from '../support/monitor-program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-strategies-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const page = readFileSync(path.join(root, 'docs/strategies.md'), 'utf8')
const programs = [...page.matchAll(/^```js\n(\/\/ spec: (\S+)\n[\s\S]*?)^```/gm)].map(([, text, spec], i) => {
  const file = path.join(folder, `${i}.mjs`)
  writeFileSync(file, text!)
  return { file, text: text!, spec: spec! }
})

describe.each(['patch', 'weave', 'hybrid'] as const)('%s', (strategy) => {
  test.each(programs.map((program, i) => ({ ...program, number: i + 1 })))(
    'reports the marked lines of program $number',
    async ({ file, text, spec }) => {
      const run = await runProgram(file, { specs: [path.join(root, `specs/${spec}/spec.ts`)], strategy })
      const marked = text
        .split('\n')
        .flatMap((line, i) =>
          line.includes('// violation') && !line.endsWith(`not under ${strategy}`) ? [`${i + 1} ${spec}`] : [],
        )
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' })
      expect(run.violations.map((found) => `${found.line} ${found.spec}`).sort()).toEqual(marked.sort())
    },
  )
})

test('the page has programs', () => {
  expect(programs.length).toBeGreaterThanOrEqual(3)
})
