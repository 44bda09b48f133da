/**
 * What configuration files say of modules: path aliases and output folders of TypeScript, fields of manifests, and the files
 * that a runner loads before the tests. Data in, data out; the resolver asks.
 */

import path from 'node:path'
import { digest } from './clean-checksum.ts'
import { scanTokens } from './scan-tokens.ts'

export interface Aliases {
  /** Pattern (`@/*`) → targets relative to the project. */
  readonly paths: Readonly<Record<string, readonly string[]>>
  /** Bare names may also be files below this folder. */
  readonly baseUrl: string | undefined
  /** Compiled files below `output` come from sources below one of `sources`. */
  readonly output: string | undefined
  readonly sources: readonly string[]
}

/** JSON with comments and trailing commas, as `tsconfig.json` is; undefined when it is none. */
export function parseLooseJson(text: string): unknown {
  const tokens = scanTokens(`(${text})`)
  if (tokens === undefined) return undefined
  const parts = tokens.slice(1, -1).filter(({ kind }) => kind !== 'pragma')
  const kept = parts.filter(({ text }, i) => text !== ',' || !['}', ']'].includes(parts[i + 1]?.text ?? ''))
  try {
    return JSON.parse(kept.map(({ text }) => text).join(' '))
  } catch {
    return undefined
  }
}

interface CompilerOptions {
  readonly baseUrl?: string
  readonly paths?: Readonly<Record<string, readonly string[]>>
  readonly outDir?: string
  readonly rootDir?: string
}

/** `read` gives the text of a file of the project, or undefined. What it extends is followed. */
export function readAliases(file: string, read: (file: string) => string | undefined): Aliases | undefined {
  const seen = new Set<string>()
  let options: CompilerOptions = {}
  let next: string | undefined = file
  while (next !== undefined && !seen.has(next)) {
    seen.add(next)
    const text = read(next)
    const content = text === undefined ? undefined : parseLooseJson(text)
    if (typeof content !== 'object' || content === null) break
    const { compilerOptions = {}, extends: parent } = content as {
      compilerOptions?: CompilerOptions
      extends?: unknown
    }
    options = { ...inFolder(compilerOptions, path.posix.dirname(next)), ...options }
    const base: unknown = Array.isArray(parent) ? parent[0] : parent
    next =
      typeof base === 'string' && base.startsWith('.')
        ? withJson(path.posix.join(path.posix.dirname(next), base))
        : undefined
  }
  if (seen.size === 0 || read(file) === undefined) return undefined
  const folder = path.posix.dirname(file)
  const sources = options.rootDir === undefined ? [path.posix.join(folder, 'src'), folder] : [options.rootDir]
  return { paths: options.paths ?? {}, baseUrl: options.baseUrl, output: options.outDir, sources }
}

const withJson = (file: string): string => (file.endsWith('.json') ? file : `${file}.json`)

function inFolder({ baseUrl, paths, outDir, rootDir }: CompilerOptions, folder: string): CompilerOptions {
  const place = (name: string): string => path.posix.join(folder, name)
  const base = baseUrl === undefined ? folder : place(baseUrl)
  return {
    ...(baseUrl === undefined ? {} : { baseUrl: base }),
    ...(outDir === undefined ? {} : { outDir: place(outDir) }),
    ...(rootDir === undefined ? {} : { rootDir: place(rootDir) }),
    ...(paths === undefined
      ? {}
      : {
          paths: Object.fromEntries(
            Object.entries(paths).map(([name, targets]) => [name, targets.map((to) => path.posix.join(base, to))]),
          ),
        }),
  }
}

/** Files whose change may change how everything behaves. Those of c8 are none: it reads what V8 has counted, the code runs as it is. */
export function isConfiguration(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return (
    /^(?:vite|vitest|jest|ava|babel|swc|esbuild|rollup|tsup|webpack|karma|wtr|nyc)[\w.-]*\.(?:config|workspace|setup)\.(?:[cm]?[jt]s|json)$/.test(
      name,
    ) ||
    /^tsconfig[\w.-]*\.json$|^\.mocharc|^\.babelrc|^\.swcrc$|^\.taprc$|^\.env|^\.nycrc/.test(name) ||
    file.startsWith('patches/')
  )
}

/** Whether a configuration in a folder of the project can be about that folder alone: it is looked for from a file upwards. */
export function mayBeLocal(file: string): boolean {
  return path.posix.dirname(file) !== '.' && !/^patches\/|(?:^|\/)\.env/.test(file)
}

/** Of compilers: packages that these name run when sources are compiled, and are not the program's. */
export function isCompilerConfiguration(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return /^(?:babel|swc|esbuild|rollup|tsup|webpack)[\w.-]*\.config\.|^\.babelrc|^\.swcrc$/.test(name)
}

/** Compilers that `isTool` does not name, since programs use them as well: their versions count where a project has them. */
export const compilerPackages = /^(?:@babel\/|babel-|@swc\/)/

/** What makes a process compile what it loads. */
export const compilerHooks = /^(?:@babel\/(?:register|node)|babel-register|@swc(?:-node)?\/register)\b/

/** Packages that compilers make a module import, though its text does not. */
export const compiledImports: readonly string[] = [
  '@babel/runtime',
  '@babel/runtime-corejs2',
  '@babel/runtime-corejs3',
  '@swc/helpers',
  'core-js',
  'regenerator-runtime',
  'tslib',
]

/** What one configuration file says; depends on its text alone. */
export interface ConfigurationFacts {
  /** Of what counts whatever the command is. */
  readonly checksum: string
  /** Of the text as it stands. */
  readonly raw: string
  /** What it names, relative to the file: files and folders that it may apply to anything. */
  readonly names: readonly string[]
  /** Those among them that may be files which are loaded before the tests. */
  readonly setups: readonly string[]
  /** Of a manifest. */
  readonly scripts?: Readonly<Record<string, string>>
}

export function readConfiguration(file: string, text: string): ConfigurationFacts {
  const raw = digest(text)
  const name = path.posix.basename(file)
  if (name !== 'package.json') {
    const names = namesIn(text)
    return { checksum: raw, raw, names, setups: name.startsWith('tsconfig') ? loadedByTsNode(text) : names }
  }
  const content = (safeJson(text) ?? {}) as Readonly<Record<string, unknown>>
  const scripts = textsOf(content['scripts'])
  const active = Object.entries(content).filter(([key]) => !idle.has(key))
  const names = Object.values(scripts).flatMap(setupNamesOfCommand)
  return { checksum: digest(JSON.stringify(active)), raw, names, setups: names, scripts }
}

/** What decides whether a change of the file changes everything that the command does. */
export function configurationChecksum({ checksum, scripts = {} }: ConfigurationFacts, command: string): string {
  const reached = reachedScripts(command, scripts)
  return reached.length === 0 ? checksum : `${checksum} ${digest(JSON.stringify(reached))}`
}

/** Fields of a manifest that say nothing about what runs; scripts are looked at one by one, packages as installed. */
const idle = new Set(
  `name version description keywords author contributors maintainers license repository bugs homepage funding files private
  publishConfig readme dependencies devDependencies peerDependencies peerDependenciesMeta optionalDependencies types typings
  scripts engines packageManager unpkg jsdelivr standard eslintConfig eslintIgnore prettier xo husky lint-staged pre-commit
  commitlint release release-it semantic-release auto-changelog size-limit bundlesize greenkeeper renovate tsd templateOSS
  simple-git-hooks`.split(/\s+/),
)

/** Programs that run scripts of a manifest. */
const scriptRunners = /\b(?:npm|pnpm|yarn|bun|nx|turbo|lerna|wireit|concurrently|npm-run-all2?|run-[sp])\b|--run\b/

/** Scripts that a command may run, directly or through others: those whose name stands in it. */
function reachedScripts(command: string, scripts: Readonly<Record<string, string>>): [name: string, text: string][] {
  if (!scriptRunners.test(command)) return []
  const reached = new Set<string>()
  const texts = [command]
  // The list grows while it is walked.
  for (const text of texts) {
    const words = new Set(text.split(/[\s"'`&|;()]+/))
    const isTest = /\b(?:npm|pnpm|yarn)\s+(?:t|tst)\b/.test(text)
    for (const [name, script] of Object.entries(scripts)) {
      const own = name.replace(/^(?:pre|post)/, '')
      const isNamed = words.has(name) || words.has(own) || text.includes('*') || (isTest && own === 'test')
      if (!isNamed || reached.has(name)) continue
      reached.add(name)
      texts.push(script)
    }
  }
  return Object.entries(scripts).filter(([name]) => reached.has(name))
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]))
}

/** Keys of configurations that name tests, not what is loaded before them. */
const testKeys =
  /["']?\b(?:specs?|include|exclude|ignore|testMatch|testRegex|roots|files|entry|extension|watch[\w-]*|coverage\w*|collectCoverageFrom|projects|workspace)\b["']?\s*:\s*(?:\[[^\]]*\]|["'`][^"'`]*["'`])/g
const setupOption =
  /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--file|--setupFiles\w*|--setup-files\w*|--global-?[sS]etup)[=\s]+["']?([^\s"']+)/g

/** Texts of a configuration but for the tests, which may be files loaded before them. */
function namesIn(text: string): string[] {
  const rest = text.replaceAll(testKeys, '')
  const quoted = [...rest.matchAll(/["'`]([\w@./-]+)["'`]/g)].map(([, name]) => name!)
  const bare = [...rest.matchAll(/^\s*(?:-|require:|file:|import:)\s*["']?([\w@./-]+)/gm)].map(([, name]) => name!)
  return [...quoted, ...bare]
}

/** Nothing else that configures TypeScript is loaded: its folders are no modules, though some have an `index.js`. */
function loadedByTsNode(text: string): string[] {
  const content = parseLooseJson(text) as { 'ts-node'?: { require?: unknown } } | null | undefined
  const names: unknown = content?.['ts-node']?.require
  return [names].flat().flatMap((name) => (typeof name === 'string' ? [name] : []))
}

export function setupNamesOfCommand(command: string): string[] {
  return [...command.matchAll(setupOption)].map(([, name]) => name!)
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
