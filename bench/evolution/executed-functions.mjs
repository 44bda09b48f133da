/** Which functions of a project its tests run, as V8's coverage tells: a violation seeded elsewhere nobody could find. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** By file, relative to the folder: offsets at which executed functions end. Undefined when the tests fail. */
export function executedFunctions(folder, command) {
  const coverage = mkdtempSync(path.join(tmpdir(), 'jsmop-coverage-'))
  try {
    const [program, ...args] = command
    const ended = spawnSync(program, args, {
      cwd: folder,
      env: { ...process.env, NODE_V8_COVERAGE: coverage },
      stdio: 'ignore',
      timeout: 60_000,
    })
    if (ended.status !== 0) return undefined
    const executed = new Map()
    for (const name of readdirSync(coverage)) {
      const { result } = JSON.parse(readFileSync(path.join(coverage, name), 'utf8'))
      for (const { url, functions } of result) {
        if (!url.startsWith('file:')) continue
        const file = path.relative(folder, fileURLToPath(url))
        if (file.startsWith('..')) continue
        const ends = executed.get(file) ?? new Set()
        for (const { ranges, functionName, isBlockCoverage } of functions)
          if (ranges[0].count > 0 && (functionName !== '' || isBlockCoverage)) ends.add(ranges[0].endOffset)
        executed.set(file, ends)
      }
    }
    return executed
  } finally {
    rmSync(coverage, { recursive: true })
  }
}
