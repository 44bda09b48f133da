import { expect, test } from 'vitest'
import type { Command } from '#src/cli/command.ts'
import { commands } from '#src/cli/commands.ts'
import { parseCommandLine } from '#src/cli/parse-command-line.ts'
import { run } from '#src/cli/run-command-line.ts'
import { captureIo } from '../support/capture-io.ts'

const runCommand: Command = {
  name: 'run',
  summary: '',
  usage: '<command …>',
  positionals: [1, Infinity],
  passThrough: true,
  options: {
    spec: { value: '<id>', repeatable: true, description: '' },
    out: { value: '<dir>', short: 'o', description: '' },
    libraries: { negatable: true, description: '' },
  },
  examples: [{ command: 'jsmop run -- npm test', what: '' }],
  load: () => Promise.reject(new Error('not run here')),
}

function parse(...args: string[]) {
  const { command, options, positionals } = parseCommandLine(args, [runCommand, ...commands], runCommand)
  return { command: command.name, options, positionals }
}

test.each([
  [['--', 'npm', 'test'], {}, ['npm', 'test']],
  [['run', 'npm', 'test', '--out', 'x'], {}, ['npm', 'test', '--out', 'x']],
  [
    ['--spec', 'a/b', '--spec', '!c/d', '-o', 'dir', 'node', '-e', '1'],
    { spec: ['a/b', '!c/d'], out: 'dir' },
    ['node', '-e', '1'],
  ],
  [['--out=dir', '--no-libraries', '--', '--weird'], { out: 'dir', libraries: false }, ['--weird']],
])('%j is read as options %j and the command %j', (args, options, positionals) => {
  expect(parse(...args)).toEqual({ command: 'run', options, positionals })
})

async function output(...args: string[]): Promise<string> {
  const { io, written } = captureIo()
  const code = await run(args, io)
  return `${written.stdout}${written.stderr}exit code ${code}`
}

test('an unknown option is refused with the nearest one', async () => {
  expect(await output('synth', '--formla', 'a')).toBe(
    [
      'error: jsmop synth has no option --formla [unknown-option]',
      'help: Did you mean --formula? `jsmop synth --help` lists the options.',
      'exit code 64',
    ].join('\n'),
  )
})

test('an option without its value, a switch with one, and a value that is none of the choices are refused', async () => {
  expect(await output('synth', '--formula')).toBe(
    ['error: --formula needs a value [missing-option-value]', 'help: Write --formula <formula>.', 'exit code 64'].join(
      '\n',
    ),
  )
  expect(await output('specs', '--json=yes')).toBe(
    [
      'error: --json is a switch and takes no value, but was given "yes" [unexpected-option-value]',
      'help: Write --json alone.',
      'exit code 64',
    ].join('\n'),
  )
  expect(await output('synth', '--format', 'tabel')).toBe(
    [
      'error: --format cannot be "tabel" [bad-option-value]',
      'help: Did you mean table? It is one of table, json, dot, svg.',
      'exit code 64',
    ].join('\n'),
  )
})

test('missing and superfluous arguments are refused', async () => {
  expect(await output('explain')).toBe(
    [
      'error: jsmop explain needs <id|file> [missing-argument]',
      'help: For instance: jsmop explain stream/no-write-after-end',
      'exit code 64',
    ].join('\n'),
  )
  expect(await output('specs', 'all')).toBe(
    [
      'error: jsmop specs does not know what to do with "all" [unexpected-argument]',
      'help: Usage: jsmop specs',
      'exit code 64',
    ].join('\n'),
  )
})

test('every command has help with examples that parse', async () => {
  expect(commands.length).toBeGreaterThanOrEqual(3)
  for (const command of commands) {
    const text = await output(command.name, '--help')
    expect(text).toContain(`jsmop ${command.name}: ${command.summary}`)
    expect(command.examples.length).toBeGreaterThan(0)
    for (const name of Object.keys(command.options)) expect(text).toContain(name)
  }
})
