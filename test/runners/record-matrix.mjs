/**
 * A reporter of vitest that records the matrix in `docs/evaluation/matrix.md`:
 *
 *     npm run test:matrix -- --reporter=default --reporter=./test/runners/record-matrix.mjs --retry=2
 *
 * One table has the runners by version of Node; what runs on one version is listed below it. A run that had to be made again,
 * because jest lost patience with a worker on a busy machine, is marked.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A test as a cell of the table. */
function outcome(test) {
  const { state } = test.result()
  const repeated = test.diagnostic()?.retryCount ?? 0
  return repeated === 0 ? state : `${state} (run ${repeated + 1})`
}

const rowOf = (cells) => `| ${cells.join(' | ')} |`

function table(head, rows) {
  return [rowOf(head), rowOf(head.map(() => '---')), ...rows.map(rowOf)].join('\n')
}

export default class RecordMatrix {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => ({ module, test })))
    const ofRunners = /^Node (\S+) > '?([^']+)'?$/
    const byMode = new Map()
    const versions = new Set()
    const others = []
    for (const { module, test } of tests) {
      const found = ofRunners.exec(test.fullName)
      if (found === null) others.push([path.relative(root, module.moduleId), test.fullName, outcome(test)])
      else {
        versions.add(found[1])
        byMode.set(found[2], { ...byMode.get(found[2]), [found[1]]: outcome(test) })
      }
    }
    const date = new Date().toISOString().slice(0, 10)
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
    const count = (state) => tests.filter(({ test }) => test.result().state === state).length
    mkdirSync(path.join(root, 'docs/evaluation'), { recursive: true })
    writeFileSync(
      path.join(root, 'docs/evaluation/matrix.md'),
      [
        '# Runners and versions of Node',
        '',
        `Written by \`npm run test:matrix\` with \`test/runners/record-matrix.mjs\` on ${date} at commit ${commit}:`,
        `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped.`,
        '',
        'A test of a runner has passed when outcomes, output and exit code of the plain and the monitored run of a project are equal, each of',
        'its seeded violations was found at its line in the source, with its tests, nothing else was, and nothing stayed unmonitored.',
        '',
        table(
          ['runner', ...[...versions].map((version) => `Node ${version}`)],
          [...byMode].map(([mode, cells]) => [mode, ...[...versions].map((version) => cells[version] ?? '')]),
        ),
        '',
        '## Beside the runners',
        '',
        table(['file', 'test', 'outcome'], others),
        '',
      ].join('\n'),
    )
  }
}
