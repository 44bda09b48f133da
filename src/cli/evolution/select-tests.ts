/** `--rts`: the command with only the tests that depend on what changed, where its runner lets us say so. */

import path from 'node:path'
import type { Decision } from '../../evolve/decide.ts'
import { type FilteredCommand, filterTests } from '../../evolve/filter-tests.ts'
import type { ProjectSnapshot } from '../../evolve/project-snapshot.ts'
import { readText } from './source-text.ts'

/** Keys of runners' configurations that decide which files are tests. */
const testKeys = /\b(?:spec|recursive|testMatch|testRegex|roots|projects|include|workspace|files)\b/

export function selectTests(
  decision: Decision,
  command: readonly string[],
  take: () => ProjectSnapshot,
): FilteredCommand {
  if (decision.kind === 'full') return { kind: 'unfiltered', why: decision.why }
  const snapshot = take()
  const manifest = JSON.parse(readText(snapshot.root, 'package.json') ?? '{}') as Record<string, unknown>
  return filterTests({
    command,
    scripts: (manifest['scripts'] ?? {}) as Record<string, string>,
    tests: snapshot.tests(),
    wanted: snapshot.graph.dependents(decision.changed),
    namesTests: (runner) => {
      const own = [...snapshot.configurations.keys()].filter((file) =>
        path.basename(file).replace(/^\./, '').startsWith(runner),
      )
      const texts = own.map((file) => readText(snapshot.root, file) ?? '')
      return [...texts, JSON.stringify(manifest[runner] ?? '')].some((text) => testKeys.test(text))
    },
  })
}
