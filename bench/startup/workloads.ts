/**
 * Starts processes one after the other and tells what one of them costs. Run folders are made by the command line itself, so
 * that processes find what they find in use; the first few fill the caches and are not counted.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { activate } from '../../src/load/activation.ts'

const [scenario, variant, effort] = process.argv.slice(2) as [string, string, string]
const root = process.cwd()
const command = path.join(root, 'dist/jsmop.cjs')
const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-startup-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const programs: Readonly<Record<string, readonly [file: string, text: string]>> = {
  cjs: ['program.cjs', ''],
  'cjs-events': ['program.cjs', 'const m = new Map([[1, 1]])\nfor (const [key] of m) m.set(key, 2)\n'],
  esm: ['program.mjs', `import { sep } from 'node:path'\nif (sep === '') throw new Error('no separator')\n`],
}
const [file, text] = programs[scenario === 'command' ? 'cjs-events' : scenario]!
const program = path.join(folder, file)
mkdirSync(path.join(folder, 'node_modules'))
writeFileSync(path.join(folder, 'package.json'), '{}')
writeFileSync(program, text)

/** Processor time of the children that were waited for, in nanoseconds, to a hundredth of a second; elsewhere, the time. */
function timeOfChildren(): number {
  if (process.platform !== 'linux') return Number(process.hrtime.bigint())
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 1e7
}

function start(env: NodeJS.ProcessEnv, args: readonly string[] = [program]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { env, cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Specs that nobody would write, on members that programs use: as many as bring the catalogue to `count`. */
function writeSpecs(count: number): string[] {
  const listed = spawnSync(process.execPath, [command, 'specs', '--json'], { encoding: 'utf8' })
  const known = (JSON.parse(listed.stdout) as unknown[]).length
  const holders = [
    ['Array.prototype', ['push', 'pop', 'splice', 'sort', 'map', 'filter', 'slice', 'concat', 'join', 'indexOf']],
    ['Map.prototype', ['get', 'set', 'has', 'delete', 'forEach']],
    ['Set.prototype', ['add', 'has', 'delete', 'forEach']],
    ['String.prototype', ['split', 'replace', 'match', 'normalize']],
    ['Date.prototype', ['getTime', 'setDate', 'setMonth']],
    ['node:stream#Writable.prototype', ['write', 'end', 'destroy', 'cork', 'uncork']],
    ['node:stream#Readable.prototype', ['push', 'read', 'pipe', 'pause', 'resume']],
    ['node:events#EventEmitter.prototype', ['on', 'once', 'off', 'removeAllListeners']],
    ['node:http#ServerResponse.prototype', ['writeHead', 'setHeader', 'end', 'write']],
    ['node:net#Socket.prototype', ['connect', 'end', 'destroy', 'setTimeout']],
  ] as const
  return Array.from({ length: Math.max(0, count - known) }, (_, i) => {
    const [holder, members] = holders[i % holders.length]!
    const member = (n: number) => members[(i * 7 + n * 3) % members.length]!
    const event = (n: number, creation: boolean) => ({
      on: { kind: 'call', target: `${holder}.${member(n)}`, when: 'before' },
      bind: { x: 'receiver' },
      ...(i % 3 === 0 ? { if: 'arg0 > 1' } : {}),
      ...(creation ? { creation } : {}),
    })
    const spec = {
      id: `bench/s${i}`,
      description: `Spec number ${i}, which says as much as others do.`,
      severity: 'suggestion',
      doc: 'https://nodejs.org/api/all.html',
      parameters: { x: 'object' },
      events: { a: event(0, true), b: event(1, false), c: event(2, false) },
      logic: 'ere',
      formula: ['a c* b', '(a | c)* b b', 'a (b | c) c'][i % 3],
      report: { match: 'something was done to {x} after it was over' },
    }
    const place = path.join(folder, `s${i}.json`)
    writeFileSync(place, JSON.stringify(spec))
    return place
  })
}

const out = path.join(folder, 'run')

/** The arguments of Node for a run of the program with all specs, and those of `files`. */
function runOf(files: readonly string[]): string[] {
  const specs = files.flatMap((spec) => ['--spec-file', spec])
  const options = ['--preset', 'all', '--fail-on', 'never', '--out', out, ...specs]
  return [command, 'run', ...options, '--', process.execPath, program]
}

/** The environment that activates such a run. */
function activated(files: readonly string[]): NodeJS.ProcessEnv {
  start(process.env, runOf(files))
  return activate(process.env, { preload: path.join(root, 'dist/preload.cjs'), run: out, shim: undefined })
}

/** Starts what the variant is about. */
function starter(): () => void {
  if (variant === 'none') return () => start(process.env)
  if (scenario === 'command') return () => start(process.env, runOf([]))
  const env = activated(variant === 'more' ? writeSpecs(200) : [])
  return () => start(env)
}

const startOne = starter()
for (let i = 0; i < 3; i += 1) startOne()
const before = timeOfChildren()
for (let i = 0; i < Number(effort); i += 1) startOne()
process.stdout.write(`${JSON.stringify({ ns: (timeOfChildren() - before) / Number(effort) })}\n`)
