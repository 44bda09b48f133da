/**
 * Runs a program under JSMOP in a process of its own and gives what the session wrote. Sources are bundled with the specs
 * into one CommonJS preload, as the package does it, so this works without a build.
 */

import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface ProgramOptions {
  /** Files of spec modules. */
  readonly specs: readonly string[]
  /** A strategy of JSMOP's, or the file of another one, its default export. */
  readonly strategy: 'patch' | 'weave' | 'hybrid' | { readonly file: string }
  readonly nodeOptions?: readonly string[]
  /** Arguments of the program. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Parts of the paths of files that count as excluded. */
  readonly excluded?: readonly string[]
  /** Further options of the session, as plain data. */
  readonly session?: object
}

export interface FoundViolation {
  readonly spec: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly count: number
  readonly instances: number
}

export interface ProgramRun {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly violations: readonly FoundViolation[]
  readonly records: readonly Record<string, any>[]
}

const preloads = new Map<string, Promise<string>>()

/** The preload for a set of specs, bundled once. */
export function bundlePreload({ specs, strategy, excluded = [], session = {} }: ProgramOptions): Promise<string> {
  const key = JSON.stringify([specs, strategy, excluded, session])
  let preload = preloads.get(key)
  if (preload === undefined) {
    preload = bundle(specs, strategy, excluded, session)
    preloads.set(key, preload)
  }
  return preload
}

async function bundle(
  specs: readonly string[],
  strategy: ProgramOptions['strategy'],
  excluded: readonly string[],
  session: object,
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-preload-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outfile = path.join(folder, 'preload.cjs')
  const imports = specs.map((file, i) => `import spec${i} from ${JSON.stringify(file)}`)
  const shared = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    conditions: ['jsmop-source'],
    logLevel: 'error',
  } satisfies BuildOptions
  await build({
    ...shared,
    entryPoints: [path.join(root, 'src/load/esm-loader.ts')],
    outfile: path.join(folder, 'loader.mjs'),
    format: 'esm',
  })
  await build({
    ...shared,
    entryPoints: [path.join(root, 'src/instrument/weave/weave.ts')],
    outfile: path.join(folder, 'weaver.cjs'),
    format: 'cjs',
  })
  await build({
    ...shared,
    stdin: {
      contents: [
        ...imports,
        `import { monitorProcess } from '#src/load/monitor-process.ts'`,
        `import { RunnerCode } from '#src/load/runner-code.ts'`,
        `import { isHooksThread } from '#src/load/thread.ts'`,
        `import { weaveProcess } from '#src/load/weave-process.ts'`,
        `import { BuiltinModules } from '#src/load/builtin-modules.ts'`,
        `import { compileSpec } from '#src/spec/compile-spec.ts'`,
        `import { algorithms } from '#src/engine/algorithms.ts'`,
        typeof strategy === 'string'
          ? `import { ${strategy}Strategy as strategy } from '#src/instrument/strategy.ts'`
          : `import strategy from ${JSON.stringify(strategy.file)}`,
        `if (!isHooksThread()) {`,
        `const builtins = new BuiltinModules()`,
        `const session = monitorProcess({`,
        `  id: process.pid + '-' + Date.now(),`,
        `  specs: [${specs.map((_, i) => `compileSpec(spec${i})`).join(', ')}],`,
        `  strategy,`,
        `  algorithm: algorithms.D ?? algorithms['C+'], algo: 'D',`,
        `  folder: process.env.JSMOP_TEST_OUT,`,
        `  excludes: (file) => file.includes(__dirname) || ${JSON.stringify(excluded)}.some((part) => file.includes(part)),`,
        `  ...${JSON.stringify(session)},`,
        `}, builtins)`,
        `const beside = (name) => require('node:path').join(__dirname, name)`,
        `const files = { cache: beside('cache'), loader: beside('loader.mjs'), weaver: beside('weaver.cjs') }`,
        `const code = { libraries: true, excluded: [] }`,
        `const options = { ...files, code, runner: new RunnerCode(), cwd: process.cwd(), startsWithFile: true }`,
        `weaveProcess(session, { waitsFor: undefined, isAwaited: false, arrive: () => {} }, options, builtins)`,
        `}`,
      ].join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    format: 'cjs',
    define: { 'import.meta.url': '__jsmopUrl' },
    banner: { js: `'use strict'\nconst __jsmopUrl = require('node:url').pathToFileURL(__filename).href` },
  })
  return outfile
}

export async function runProgram(file: string, options: ProgramOptions): Promise<ProgramRun> {
  const preload = await bundlePreload(options)
  const out = mkdtempSync(path.join(tmpdir(), 'jsmop-out-'))
  try {
    const run = await runNode(['--require', preload, ...(options.nodeOptions ?? []), file, ...(options.args ?? [])], {
      ...options.env,
      JSMOP_TEST_OUT: out,
    })
    const records = readdirSync(out)
      .sort()
      .flatMap((name) => readRecords(path.join(out, name)))
    return { ...run, records, violations: violationsIn(records) }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

interface PlainRun {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export function runNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<PlainRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...plainEnvironment(), ...env },
      stdio: 'pipe',
      // A program that hangs must not outlive its test.
      timeout: 40_000,
      killSignal: 'SIGKILL',
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

/** The environment without what the test runner put there. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, VITEST: ___, NODE_ENV: ____, ...rest } = process.env
  return rest
}

function readRecords(file: string): Record<string, any>[] {
  const records: Record<string, any>[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line !== '') records.push(JSON.parse(line) as Record<string, any>)
  }
  return records
}

function violationsIn(records: readonly Record<string, any>[]): FoundViolation[] {
  const sites = new Map<number, [number, string, number, number, string]>()
  const found: FoundViolation[] = []
  for (const { site } of records) if (site !== undefined) sites.set(site[0], site)
  for (const { violation } of records) {
    if (violation === undefined) continue
    const [, file = '', line = 0, column = 0] = sites.get(violation.site) ?? []
    const { spec, message, count, instances } = violation
    found.push({
      spec,
      file: file.startsWith('file://') ? fileURLToPath(file) : file,
      line,
      column,
      message,
      count,
      instances,
    })
  }
  return found
}
