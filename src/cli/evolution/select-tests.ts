/**
 * Which tests the command runs, where its runner lets us say so: for `--rts`, the command with only those that depend on
 * what changed; for every decision, where the run starts.
 */

import path from 'node:path'
import type { Decision } from '../../evolve/decide.ts'
import {
  type FilteredCommand,
  filterTests,
  type StartingPoints,
  type TestCommand,
  testsRunBy,
} from '../../evolve/filter-tests.ts'
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
  return filterTests({
    ...testCommand(command, snapshot),
    tests: snapshot.tests(),
    wanted: snapshot.graph.dependents(decision.changed),
  })
}

/** The modules that the command starts from; undefined where that is not known. */
export function startingPoints(command: readonly string[], snapshot: ProjectSnapshot): StartingPoints | undefined {
  return testsRunBy(testCommand(command, snapshot), snapshot.modules.keys())
}

function testCommand(command: readonly string[], snapshot: ProjectSnapshot): TestCommand {
  const manifest = JSON.parse(readText(snapshot.root, 'package.json') ?? '{}') as Record<string, unknown>
  return {
    command,
    scripts: (manifest['scripts'] ?? {}) as Record<string, string>,
    namesTests: (runner) => {
      const own = snapshot.configurationFiles.filter((file) =>
        path.basename(file).replace(/^\./, '').startsWith(runner),
      )
      const texts = own.map((file) => readText(snapshot.root, file) ?? '')
      return [...texts, JSON.stringify(manifest[runner] ?? '')].some((text) => testKeys.test(text))
    },
  }
}
