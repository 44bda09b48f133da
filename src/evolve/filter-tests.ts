/**
 * Regression test selection through the runner's own filter: the command that the user gave, as one that runs some of its
 * test files only. Knows for each runner which files it takes for tests and how it is told which to run; a command that
 * is more than one call of a runner is left alone, with the reason.
 */

import { looksLikeTest } from './project-files.ts'

export type FilteredCommand =
  | {
      readonly kind: 'filtered'
      readonly command: readonly string[]
      /** Test files that the unfiltered command would run, and those that the filtered one runs. */
      readonly all: readonly string[]
      readonly run: readonly string[]
    }
  | { readonly kind: 'unfiltered'; readonly why: string }

interface Runner {
  readonly name: string
  /** Files that it takes for tests unless it is told. */
  readonly tests: RegExp
  /** Options that the next word belongs to. */
  readonly withValue: RegExp
  /** Options whose next word is a pattern of files that are left out. */
  readonly ignoring?: readonly string[]
  /** What stands before the files. */
  readonly option?: string
  /** The word after the runner that stays: `vitest run`. */
  readonly verbs?: readonly string[]
  /** Each file is what a process of its own starts with. */
  readonly apart?: true
}

const code = String.raw`\.[cm]?[jt]sx?$`
const runners: readonly Runner[] = [
  {
    name: 'mocha',
    tests: /^$/,
    withValue:
      /^(?:-[CfgjnROrstu]|--(?:config|diff-size|exclude|extension|fgrep|file|global|grep|ignore|import|jobs|loader|node-option|opts|package|reporter|reporter-option|reporter-options|require|retries|slow|timeout|ui|watch-files|watch-ignore))$/,
    ignoring: ['--ignore', '--exclude'],
  },
  {
    name: 'vitest',
    tests: new RegExp(String.raw`\.(?:test|spec)${code}`),
    withValue:
      /^(?:-[crt]|--(?:config|root|dir|reporter|outputFile|project|environment|pool|testNamePattern|testTimeout|hookTimeout|maxWorkers|minWorkers|shard|retry|bail|exclude|mode|workspace))$/,
    verbs: ['run', 'watch', 'dev'],
  },
  {
    name: 'jest',
    tests: new RegExp(String.raw`\.(?:test|spec)${code}|(?:^|/)__tests__/.*${code}`),
    withValue:
      /^(?:-[ctw]|--(?:config|testNamePattern|maxWorkers|rootDir|roots|env|testEnvironment|reporters|setupFiles|setupFilesAfterEnv|testTimeout|testMatch|testRegex|testPathIgnorePatterns|projects|shard|seed))$/,
    option: '--runTestsByPath',
  },
  {
    name: 'node',
    tests: new RegExp(String.raw`(?:^|/)test(?:s)?/.*${code}|(?:^|[/._-])test${code}|(?:^|/)test-[^/]*${code}`),
    withValue: /^(?:-[rC]|--(?:require|import|loader|experimental-loader|conditions|env-file|test-[\w-]+))$/,
    apart: true,
  },
  {
    name: 'ava',
    tests: new RegExp(
      String.raw`^(?:src/|source/)?test${code}|(?:^|/)test-[^/]*${code}|\.(?:spec|test)${code}|(?:^|/)(?:tests?|__tests__)/(?!(?:.*/)?(?:_|helpers?/|fixtures?/)).*${code}`,
    ),
    withValue: /^(?:-[cmTC]|--(?:concurrency|config|match|node-arguments|timeout))$/,
  },
  { name: 'tape', tests: /^$/, withValue: /^(?:-[ri]|--(?:require|ignore|ignore-pattern))$/ },
  {
    name: 'tap',
    tests: new RegExp(String.raw`(?:^|/)tests?/.*${code}|\.(?:test|spec)${code}`),
    withValue: /^(?:-[tjRc]|--(?:timeout|jobs|reporter))$/,
    apart: true,
  },
  { name: 'brittle', tests: /^$/, withValue: /^(?:-[rtc]|--(?:runner|timeout|cov))$/ },
]

/** The command of a project, and what decides which tests it runs. */
export interface TestCommand {
  readonly command: readonly string[]
  /** Scripts of the project's manifest. */
  readonly scripts: Readonly<Record<string, string>>
  /** Whether the runner's configuration names the tests itself. */
  readonly namesTests: (runner: string) => boolean
}

export interface FilterInput extends TestCommand {
  /** Test files of the project. */
  readonly tests: readonly string[]
  /** Those that have to run. */
  readonly wanted: ReadonlySet<string>
}

export function filterTests(input: FilterInput): FilteredCommand {
  const { tests, wanted } = input
  const call = readCall(input)
  if (typeof call === 'string') return { kind: 'unfiltered', why: call }
  const { runner, start, options, environment, spell } = call
  const all = tests.filter((file) => looksLikeTest(file) && runs(call, file))
  if (all.length === 0) return { kind: 'unfiltered', why: `no test file of ${runner.name} was found` }
  const run = all.filter((file) => wanted.has(file))
  const kept = [...(environment.length > 0 ? ['env', ...environment] : []), ...start, ...options]
  return { kind: 'filtered', command: spell([...kept, ...(runner.option ? [runner.option] : []), ...run]), all, run }
}

export interface StartingPoints {
  readonly files: readonly string[]
  /** Whether each of them is what a process of its own starts with. */
  readonly apart: boolean
}

/**
 * The files among these that the command runs as tests, whatever they are called; undefined where that is not known. A
 * runner that looks for tests itself, mocks modules and is told much by its configuration says too little.
 */
export function testsRunBy(command: TestCommand, files: Iterable<string>): StartingPoints | undefined {
  const call = readCall(command)
  if (typeof call === 'string' || ['jest', 'vitest'].includes(call.runner.name)) return undefined
  const found = [...files].filter((file) => runs(call, file))
  return found.length === 0 ? undefined : { files: found, apart: call.runner.apart === true }
}

/** One call of a runner. */
interface RunnerCall {
  readonly runner: Runner
  /** Variables that are set for it. */
  readonly environment: readonly string[]
  /** The words up to the runner's name. */
  readonly start: readonly string[]
  readonly options: readonly string[]
  /** Of the files that are named; none where the runner finds them itself. */
  readonly patterns: readonly RegExp[]
  /** Of files that are not run all the same. */
  readonly ignored: readonly RegExp[]
  /** The command with other words in place of the call. */
  readonly spell: (words: readonly string[]) => readonly string[]
}

const runs = ({ runner, patterns, ignored }: RunnerCall, file: string): boolean =>
  (patterns.length === 0 ? runner.tests.test(file) : patterns.some((pattern) => pattern.test(file))) &&
  !ignored.some((pattern) => pattern.test(file))

/** Or why it is none. */
function readCall({ command, scripts, namesTests }: TestCommand): RunnerCall | string {
  const { inner, spell } = insideShell(command)
  const words = typeof inner === 'string' ? inner : scriptWords(inner, scripts)
  if (typeof words === 'string') return words
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const call = words.slice(at)
  const start = ['npx', 'bunx'].includes(call[0] ?? '') ? 1 : 0
  const name = (call[start] ?? '').replace(/^.*[\\/]/, '').replace(/\.(?:cmd|m?js)$/, '')
  const runner = runners.find((known) => known.name === name)
  if (runner === undefined || (name === 'node' && !call.includes('--test')))
    return `\`${words.join(' ')}\` is no runner that can be told which files to run`
  if (namesTests(name)) return `the configuration of ${name} names the tests itself`
  const { options, named } = splitArguments(call.slice(start + 1), runner)
  // mocha alone looks into a folder without looking into those below it.
  const deep = name !== 'mocha' || options.includes('--recursive')
  const expanded = new Set([...(inner === command ? [] : command), ...Object.values(scripts)].flatMap(expandedWords))
  return {
    runner,
    environment: words.slice(0, at),
    start: call.slice(0, start + 1),
    options,
    patterns: (named.length === 0 && name === 'mocha' ? ['test'] : named).map((word) => patternOf(word, deep)),
    ignored: named.some((word) => /^[./]/.test(word))
      ? []
      : ignoredBy(options, runner).flatMap((word) => (expanded.has(word) ? [] : ignoredPattern(word))),
    spell,
  }
}

/** The command in `sh -c '…'` or `sh -c '{ …; } >file'`, or why there is none; the words themselves where no shell is called. */
function insideShell(command: readonly string[]): {
  readonly inner: readonly string[] | string
  readonly spell: RunnerCall['spell']
} {
  const [shell = '', option, script, ...rest] = command
  if (!/(?:^|\/)(?:ba|da|z)?sh$/.test(shell) || option !== '-c' || script === undefined || rest.length > 0)
    return { inner: command, spell: (words) => words }
  const [, inGroup = script, output] =
    /^\s*\{\s+(.*?)\s*[;\n]\s*\}((?:\s*\d?>{1,2}\s*(?:"[^"]*"|[\w./&-]+))*)\s*$/s.exec(script) ?? []
  const body = spellFound(inGroup)
  return {
    inner: isOneCommand(body) ? wordsIn(body) : `the script \`${body}\` is more than one command`,
    spell: (words) => {
      const call = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ')
      return [shell, option, output === undefined ? call : `{ ${call}\n}${output}`]
    },
  }
}

const isOneCommand = (script: string): boolean =>
  !/[&|;<>$`\\(){}*?]/.test(script.replaceAll(/'[^']*'|"[^"]*"/g, '').replaceAll(/(?<=[\w/.])\*|\*(?=[\w/.])/g, ''))

/** `$(find test -name '*-test.js' -o …)` as the patterns of what it finds. Of the project's root it would find packages, too. */
const spellFound = (script: string): string =>
  script.replaceAll(findsByName, (_, folders: string, tests: string) =>
    folders
      .trim()
      .split(/\s+/)
      .flatMap((folder) =>
        [...tests.matchAll(namedFiles)].map(([, name]) => `'${folder.replace(/\/$/, '')}/**/${name!}'`),
      )
      .join(' '),
  )
const namedFiles = /-name\s+'([\w.*-]+)'/g
const findsByName =
  /\$\(find((?:\s+\w[\w/-]*)+)\s+(?:-type\s+f\s+)?(?:\\\(\s+)?(-name\s+'[\w.*-]+'(?:\s+-o\s+-name\s+'[\w.*-]+')*)(?:\s+\\\))?\s*\)/g

const wordsIn = (script: string): string[] =>
  [...script.matchAll(/'([^']*)'|"([^"]*)"|[^\s'"]+/g)].map(([whole, single, double]) => single ?? double ?? whole)

/** Words that the shell replaces with the files that fit. */
const expandedWords = (script: string): string[] =>
  wordsIn(script.replaceAll(/'[^']*'|"[^"]*"/g, ' ')).filter((word) => /[*?{]/.test(word))

/** The words of the script that a package manager is asked to run, the command's own otherwise; or why they are not known. */
function scriptWords(
  command: readonly string[],
  scripts: Readonly<Record<string, string>>,
): readonly string[] | string {
  const [program, verb, ...rest] = command
  if (!['npm', 'yarn', 'pnpm', 'bun'].includes(program ?? '')) return command
  const isRun = verb === 'run' || verb === 'run-script'
  const name = isRun ? rest[0] : verb === 't' || verb === 'tst' ? 'test' : verb
  const written = name === undefined ? undefined : scripts[name]
  if (written === undefined) return `\`${command.join(' ')}\` runs no script of package.json`
  const script = spellFound(written)
  if (scripts[`pre${name}`] !== undefined || scripts[`post${name}`] !== undefined)
    return `the script ${name} has others before or after it`
  if (!isOneCommand(script)) return `the script \`${script}\` is more than one command`
  const words = wordsIn(script)
  const given = (isRun ? rest.slice(1) : rest).filter((word) => word !== '--')
  if (words.includes('cross-env')) words.splice(words.indexOf('cross-env'), 1)
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  // Package managers put the project's own programs on the PATH.
  return ['npx', 'node'].includes(words[start] ?? '')
    ? [...words, ...given]
    : [...words.slice(0, start), 'npx', ...words.slice(start), ...given]
}

/** Options stay; names of files and the patterns for them are what the filter replaces. */
function splitArguments(
  args: readonly string[],
  { withValue, verbs = [] }: Runner,
): { options: string[]; named: string[] } {
  const options: string[] = []
  const named: string[] = []
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i]!
    if (word.startsWith('-')) {
      options.push(word)
      if (withValue.test(word) && i + 1 < args.length) options.push(args[++i]!)
    } else if (i === 0 && verbs.includes(word)) options.push(word)
    else named.push(word)
  }
  return { options, named }
}

/** Patterns of files that the options leave out. */
function ignoredBy(options: readonly string[], { ignoring = [] }: Runner): string[] {
  return options.flatMap((word, i) => {
    if (ignoring.includes(word)) return options[i + 1] ?? []
    return ignoring.flatMap((option) => (word.startsWith(`${option}=`) ? word.slice(option.length + 1) : []))
  })
}

/** Of whole names, as the runner compares them. What may mean something else to it leaves nothing out. */
function ignoredPattern(word: string): RegExp[] {
  if (!/^[\w@-](?:[\w@.-]|\*(?!\*)|\/(?!\*\*)|\/\*\*(?=\/))*$/.test(word)) return []
  const source = word.replaceAll(/\/\*\*\/|\*|\./g, (part) =>
    part === '.' ? '\\.' : part === '*' ? '[^/]*' : '/(?:[^./][^/]*/)*',
  )
  // A star stands for no name that begins with a dot.
  return [new RegExp(`^(?!.*\\/\\.)${source}$`)]
}

/** A file, a folder, or a pattern with stars and braces. */
function patternOf(name: string, deep: boolean): RegExp {
  const text = name.replace(/^\.\//, '').replace(/\/$/, '')
  const source = text.replaceAll(/\*\*\/|\*\*|\*|\?|\{[^}]*\}|[.+^$()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '**') return '.*'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.startsWith('{'))
      return `(?:${part
        .slice(1, -1)
        .split(',')
        .map((word) => word.replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
        .join('|')})`
    return `\\${part}`
  })
  return new RegExp(`^${source}(?:$|/${deep ? '' : '[^/]*$'}|\\.[cm]?[jt]sx?$)`)
}
