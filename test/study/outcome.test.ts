import { expect, test } from 'vitest'
import { findDifference, findFlakiness, type Outcome } from '#src/study/outcome.ts'
import { countTests, normaliseOutput } from '#src/study/read-output.ts'

const good: Outcome = {
  exitCode: 0,
  stopped: undefined,
  tests: { passed: 2, failed: 0 },
  stdout: 'one\ntwo\n',
  stderr: '',
}

test.for([
  ['vitest', ' Test Files  2 passed (2)\n      Tests  2 failed | 185 passed (187)\n', { passed: 185, failed: 2 }],
  [
    'jest',
    'Test Suites: 1 passed, 1 total\nTests:       1 failed, 2 skipped, 10 passed, 13 total\n',
    { passed: 10, failed: 1 },
  ],
  ['mocha', '\n  12 passing (31ms)\n  1 failing\n', { passed: 12, failed: 1 }],
  ['tape', '1..3\n# tests 3\n# pass  3\n\n# ok\n', { passed: 3, failed: 0 }],
  ['node:test as TAP', '# tests 4\n# suites 0\n# pass 3\n# fail 1\n', { passed: 3, failed: 1 }],
  ['node:test as text', 'ℹ tests 4\nℹ pass 4\nℹ fail 0\n', { passed: 4, failed: 0 }],
  ['ava', '\n  37 tests passed\n', { passed: 37, failed: 0 }],
  ['TAP without a summary', 'ok 1 - a\nnot ok 2 - b\n    ok 1 - c\n', { passed: 2, failed: 1 }],
] as const)('counts of %s are read', ([, output, counts]) => {
  expect(countTests(output)).toEqual(counts)
})

test('a program without counts has none', () => {
  expect(countTests('all fine\n')).toBeUndefined()
})

test('what changes from run to run is replaced', () => {
  const text =
    '\u001B[32mok\u001B[0m in 12.5ms (1.2 s) at 2026-11-15T10:00:00.123Z\n' +
    '  duration_ms: 0.377\n  ✔ slow (31ms)\nlistening on 127.0.0.1:41234 (node:4711)\n/tmp/x1/a.js  \nmap.size 3\n'
  expect(normaliseOutput(text, [['/tmp/x1', '<subject>']])).toBe(
    'ok in <duration> (<duration>) at <date>\n' +
      '  duration_ms:\n  ✔ slow\nlistening on 127.0.0.1:<port> (node:<pid>)\n<subject>/a.js\nmap.size 3\n',
  )
})

test('jest adds what it had estimated only where the tests took less', () => {
  const [less, more] = ['Time:        0.9 s, estimated 2 s\n', 'Time:        2.1 s\n']
  expect(normaliseOutput(less, [])).toBe(normaliseOutput(more, []))
})

test('five equal plain runs are stable', () => {
  expect(findFlakiness([good, good, good, good, good])).toBeUndefined()
})

test('a suite that fails, changes its counts or hits a limit is no basis', () => {
  expect(findFlakiness([])).toBe('it was never run')
  const failed = { ...good, exitCode: 1, tests: { passed: 1, failed: 1 } }
  expect(findFlakiness([failed, failed])).toBe('plain run 1 ended with exit code 1, 1 failed')
  expect(findFlakiness([good, failed])).toBe('flaky: plain run 2 ended with exit code 1, 1 failed')
  expect(findFlakiness([good, { ...good, tests: { passed: 3, failed: 0 } }])).toBe(
    'flaky: 2 passed and 0 failed in plain run 1, 3 passed and 0 failed in plain run 2',
  )
  expect(findFlakiness([good, { ...good, stopped: 'time limit' }])).toBe('plain run 2 hit the time limit')
})

test('a run is compared by limits, exit code, counts and both outputs', () => {
  expect(findDifference(good, [good])).toBeUndefined()
  expect(findDifference({ ...good, stopped: 'memory limit' }, [good])).toBe('it hit the memory limit')
  expect(findDifference({ ...good, exitCode: 70 }, [good])).toBe('exit code 70 instead of 0')
  expect(findDifference({ ...good, tests: { passed: 1, failed: 1 } }, [good])).toBe(
    '1 passed and 1 failed instead of 2 passed and 0 failed',
  )
  expect(findDifference({ ...good, stdout: 'one\n' }, [good])).toBe('stdout: the line "two" 0 times instead of once')
  expect(findDifference({ ...good, stderr: 'warning\n' }, [good])).toBe(
    'stderr: the line "warning", which no plain run printed',
  )
  expect(findDifference({ ...good, stdout: 'two\none\n' }, [good])).toBe('stdout: the same lines in another order')
})

test('lines that vary between plain runs may vary, the others not', () => {
  const plains = ['a\nid 1\nz\n', 'a\nid 2\nz\n', 'id 3\na\nz\n'].map((stdout) => ({ ...good, stdout }))
  expect(findDifference({ ...good, stdout: 'a\nid 4\nz\n' }, plains)).toBeUndefined()
  expect(findDifference({ ...good, stdout: 'a\nid 4\n' }, plains)).toBe('stdout: the line "z" 0 times instead of once')
  const strange = ['p', 'q', 'r', 's'].join('\n')
  expect(findDifference({ ...good, stdout: `a\n${strange}\nz\n` }, plains)).toBe(
    'stdout: the line "p", which no plain run printed',
  )
})
