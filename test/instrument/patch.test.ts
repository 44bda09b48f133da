import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runNode, runProgram } from '../support/monitor-program.ts'

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
const specs = [fixture('everything.ts')]

test('trap 10, 11: a program cannot tell patched functions from plain ones', async () => {
  const file = fixture('observe.cjs')
  const [plain, monitored] = await Promise.all([runNode([file]), runProgram(file, { specs, strategy: 'patch' })])
  expect(monitored.records.filter((record) => 'fault' in record)).toEqual([])
  expect(withoutLoaderFrames(withoutProxies(monitored.stdout))).toEqual(withoutLoaderFrames(plain.stdout))
  expect(plain.stdout.split('\n').length).toBeGreaterThan(2000)
  expect(monitored.stderr).toBe(plain.stderr)
  expect(monitored.code).toBe(plain.code)
  const end = monitored.records.find((record) => 'end' in record)!['end']
  expect(end.stats['test/everything'].events).toBeGreaterThan(50)
})

test.each(['patch', 'hybrid', 'weave'] as const)(
  'methods that are watched for async functions only behave as plain ones, by %s',
  async (strategy) => {
    const file = fixture('callbacks.cjs')
    const alone = [fixture('async-callbacks.ts')]
    const both = [...alone, fixture('every-callback.ts')]
    const [plain, ...runs] = await Promise.all([
      runNode([file]),
      ...[alone, both].map((chosen) => runProgram(file, { specs: chosen, strategy })),
    ])
    expect(plain.stdout.split('\n').length).toBeGreaterThan(300)
    for (const monitored of runs) {
      expect(monitored.records.filter((record) => 'fault' in record)).toEqual([])
      expect(withoutLoaderFrames(monitored.stdout)).toEqual(withoutLoaderFrames(plain.stdout))
      expect([monitored.code, monitored.stderr]).toEqual([plain.code, plain.stderr])
      const end = monitored.records.find((record) => 'end' in record)!['end']
      expect(end.stats['test/async-callbacks'].events).toBe(5)
    }
    const end = runs[1]!.records.find((record) => 'end' in record)!['end']
    // Calls by computed names are seen by wrappers only.
    if (strategy !== 'weave') expect(end.stats['test/every-callback'].events).toBeGreaterThan(60)
  },
)

test('what a condition calls is no event', async () => {
  const run = await runProgram(fixture('sets.cjs'), {
    specs: [fixture('calls-what-it-watches.ts')],
    strategy: 'patch',
  })
  expect(run.records.filter((record) => 'fault' in record)).toEqual([])
  const end = run.records.find((record) => 'end' in record)!['end']
  expect(end.stats['test/calls-what-it-watches'].events).toBe(2)
})

/** Node 26 shows what a Proxy stands for as such (`docs/limits.md`). */
function withoutProxies(text: string): string {
  if (Number.parseInt(process.versions.node, 10) < 26) return text
  return text
    .replaceAll(/ inspected: Proxy\((\[[^\]]*\])\)$/gm, ' inspected: $1')
    .replaceAll(/ inspected: Proxy\((\[[^\]]*\] \{(?:\n .*)*\n\})\)$/gm, ' inspected: $1')
}

/** Frames below the main module: the loader of ours among them costs a stack of ten its last frame. */
function withoutLoaderFrames(text: string): string[] {
  return text
    .split('\n')
    .filter(
      (line) =>
        !/node:internal\/(?:main|modules)\/|^(?:null|executeUserEntryPoint|wrapModuleLoad|(?:Module|Function)\.\S+):\d+:\d+$/.test(
          line,
        ),
    )
}
