/**
 * trap 19: package managers, compilers and linters are Node processes too. They are passed through, do and print what they
 * do without us, are counted as skipped, and what they start is monitored.
 */

import { describe, expect, it } from 'vitest'
import { isBuilt, monitor, run } from '../support/packed-package.ts'
import { project } from './project.ts'

const bin = (name: string) => `node_modules/.bin/${name}`
const child = 'node child.cjs'

const tools = [
  { tool: 'tsc', command: `${bin('tsc')} --noEmit --strict typed.ts; ${child}`, shows: 'TS2345' },
  { tool: 'eslint', command: `${bin('eslint')} child.cjs; ${child}` },
  { tool: 'prettier', command: `${bin('prettier')} --check child.cjs; ${child}`, shows: 'Checking formatting' },
  { tool: 'npm', command: 'npm run child', shows: '> node child.cjs' },
  { tool: 'pnpm', command: `${bin('pnpm')} run child`, shows: 'node child.cjs' },
]

describe.skipIf(!isBuilt)('trap 19: tools', () => {
  it.each(tools)('$tool is passed through', { timeout: 180_000 }, async ({ command, shows = '' }) => {
    const { cwd, dispose } = project('tools', 'tools')
    try {
      const words = ['sh', '-c', command]
      const plain = await run(words, { cwd })
      const { code, stdout, stderr, result } = await monitor(['--spec', 'array/no-shift-during-iteration'], words, {
        cwd,
      })
      expect(plain.stdout + plain.stderr).toContain(shows)
      expect({ code, stdout, stderr }).toEqual({ code: plain.code, stdout: plain.stdout, stderr: plain.stderr })
      expect(result.processes).toEqual({ monitored: 1, skipped: 1, escaped: 0 })
      expect(result.violations.map(({ file, line }) => ({ file, line }))).toEqual([{ file: 'child.cjs', line: 3 }])
    } finally {
      dispose()
    }
  })
})
