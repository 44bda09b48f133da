/**
 * The package as users get it: packed by npm and unpacked into a folder of its own, with the dependencies that the manifest
 * names and no others, and its command line run on programs. Needs a build (`npm test` makes one).
 */

import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Result } from '#src/report/result.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** False where tests run on the sources, without a build. */
export const isBuilt = process.env['JSMOP_TEST_SOURCE'] === undefined && existsSync(path.join(root, 'dist/preload.cjs'))

/** The command line of the unpacked package. */
export function packedCommandLine(): string {
  const built = String(Math.round(statSync(path.join(root, 'dist/runtime.cjs')).mtimeMs))
  // trap 23: a path with a blank, as options of Node must quote it.
  const home = path.join(tmpdir(), `jsmop packed ${built}`)
  const main = path.join(home, 'node_modules/jsmop/dist/jsmop.cjs')
  if (!existsSync(main)) unpack(home)
  return main
}

/** The archive that npm would publish. */
export function packedArchive(): string {
  return path.resolve(packedCommandLine(), '../../../../jsmop.tgz')
}

function unpack(home: string): void {
  const making = mkdtempSync(path.join(tmpdir(), 'jsmop-packing-'))
  const modules = path.join(making, 'node_modules')
  mkdirSync(modules)
  succeed('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', making], root)
  const archive = readdirSync(making).find((name) => name.endsWith('.tgz'))!
  renameSync(path.join(making, archive), path.join(making, 'jsmop.tgz'))
  succeed('tar', ['xf', 'jsmop.tgz'], making)
  renameSync(path.join(making, 'package'), path.join(modules, 'jsmop'))
  for (const name of dependencies('jsmop', modules)) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name))
  }
  try {
    renameSync(making, home)
  } catch {
    // Another worker of the tests was quicker.
    rmSync(making, { recursive: true, force: true })
  }
}

/** Everything that a package needs, at any depth. */
function dependencies(name: string, modules: string, found = new Set<string>()): Set<string> {
  const manifest = readFileSync(path.join(modules, name, 'package.json'), 'utf8')
  for (const dependency of Object.keys((JSON.parse(manifest) as { dependencies?: object }).dependencies ?? {})) {
    if (found.has(dependency)) continue
    found.add(dependency)
    dependencies(dependency, path.join(root, 'node_modules'), found)
  }
  return found
}

function succeed(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface Monitored extends Ended {
  /** What JSMOP said after the command. */
  readonly report: string
  readonly result: Result
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** The Node that everything runs on. */
  readonly node?: string
}

export function run(
  command: readonly string[],
  { cwd, env = {}, node = process.execPath }: RunOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = command
    const child = spawn(program === 'node' ? node : program!, args, {
      cwd,
      // A shell would correct a PWD that is not the working directory.
      env: { ...plainEnvironment(node), PWD: cwd.replace(/\/$/, ''), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

/** Runs a command under the packed JSMOP. */
export async function monitor(
  options: readonly string[],
  command: readonly string[],
  where: RunOptions,
): Promise<Monitored> {
  const out = mkdtempSync(path.join(tmpdir(), 'jsmop-out-'))
  try {
    const args = [packedCommandLine(), '--out', out, '--fail-on', 'never', ...options, '--', ...command]
    const ended = await run(['node', ...args], where)
    const at = ended.stderr.search(reportRule)
    const result = JSON.parse(readFileSync(path.join(out, 'result.json'), 'utf8')) as Result
    return { ...ended, stderr: ended.stderr.slice(0, at), report: ended.stderr.slice(at), result }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** The line that JSMOP's report begins with, and the report: it comes last. */
const reportRule = /^─{20,}$(?![\s\S]*^─{20,}$)/m

/** The environment without what the test runner put there; `node` first on the PATH. */
export function plainEnvironment(node: string): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, NODE_V8_COVERAGE: __, VITEST: ___, NODE_ENV: ____, ...rest } = process.env
  for (const name of Object.keys(rest)) if (/^(?:VITEST|TINYPOOL|npm_)/.test(name)) delete rest[name]
  return {
    ...rest,
    NO_COLOR: '1',
    LC_ALL: 'C.UTF-8',
    PATH: `${path.dirname(node)}${path.delimiter}${rest['PATH'] ?? ''}`,
  }
}
