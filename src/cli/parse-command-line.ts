/** Reads arguments against the table of commands. Mistakes are `UserError`s that name the nearest thing that exists. */

import { parseArgs } from 'node:util'
import { UserError } from '../diagnostics/user-error.ts'
import { nearestName } from '../diagnostics/nearest-name.ts'
import type { Command, CommandInput, OptionDefinition } from './command.ts'

export interface CommandLine extends CommandInput {
  readonly command: Command
  readonly help: boolean
}

/** `defaultCommand` is meant when the first word names no command: `jsmop -- npm test` is `jsmop run -- npm test`. */
export function parseCommandLine(
  args: readonly string[],
  commands: readonly Command[],
  defaultCommand: Command,
): CommandLine {
  const named = commands.find((command) => command.name === args[0])
  const command = named ?? defaultCommand
  const own = named === undefined ? args : args.slice(1)
  const { ours, theirs } = command.passThrough ? splitPassThrough(own, command) : { ours: own, theirs: [] }

  const { tokens } = parseArgs({
    args: [...ours],
    options: parseArgsOptions(command),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const options: Record<string, string | string[] | boolean> = {}
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { name, negated, definition } = resolveOption(token.rawName, token.name, command)
    if (definition.value === undefined) {
      if (token.value !== undefined) throw unexpectedValue(token.rawName, token.value)
      options[name] = !negated
      continue
    }
    if (token.value === undefined) throw missingValue(token.rawName, definition)
    if (!isAccepted(token.value, definition)) throw badChoice(token.rawName, token.value, definition)
    if (definition.repeatable) options[name] = [...((options[name] as string[] | undefined) ?? []), token.value]
    else options[name] = token.value
  }
  positionals.push(...theirs)
  const help = options['help'] === true
  if (!help) checkPositionals(command, positionals, named === undefined)
  return { command, options, positionals, help }
}

const helpOption: OptionDefinition = { short: 'h', description: 'Show this help.' }

/** A command's options and the one that all have. */
export function optionsOf(command: Command): Readonly<Record<string, OptionDefinition>> {
  return { ...command.options, help: helpOption }
}

function parseArgsOptions(command: Command): Record<string, { type: 'string' | 'boolean'; short?: string }> {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {}
  for (const [name, { value, short, negatable }] of Object.entries(optionsOf(command))) {
    const type = value === undefined ? 'boolean' : 'string'
    options[name] = short === undefined ? { type } : { type, short }
    if (negatable) options[`no-${name}`] = { type: 'boolean' }
  }
  return options
}

/** Everything after `--`, or from the first word that is neither an option nor an option's value, is the user's command. */
function splitPassThrough(args: readonly string[], command: Command): { ours: string[]; theirs: string[] } {
  const options = optionsOf(command)
  const takesValue = (arg: string) => {
    const name = arg.startsWith('--')
      ? arg.slice(2)
      : Object.entries(options).find(([, { short }]) => arg === `-${short}`)?.[0]
    return name !== undefined && options[name]?.value !== undefined
  }
  let i = 0
  while (i < args.length) {
    const arg = args[i]!
    if (arg === '--') return { ours: args.slice(0, i), theirs: args.slice(i + 1) }
    if (!arg.startsWith('-')) break
    i += takesValue(arg) ? 2 : 1
  }
  return { ours: args.slice(0, i), theirs: args.slice(i) }
}

function resolveOption(rawName: string, name: string, command: Command) {
  const options = optionsOf(command)
  if (Object.hasOwn(options, name)) return { name, negated: false, definition: options[name]! }
  const positive = name.startsWith('no-') ? name.slice(3) : undefined
  if (positive !== undefined && options[positive]?.negatable) {
    return { name: positive, negated: true, definition: options[positive] }
  }
  const near = nearestName(name, Object.keys(options))
  throw new UserError({
    code: 'unknown-option',
    message: `jsmop ${command.name} has no option ${rawName}`,
    remedy:
      near === undefined
        ? `\`jsmop ${command.name} --help\` lists the options.`
        : `Did you mean --${near}? \`jsmop ${command.name} --help\` lists the options.`,
  })
}

function unexpectedValue(rawName: string, value: string): UserError {
  return new UserError({
    code: 'unexpected-option-value',
    message: `${rawName} is a switch and takes no value, but was given "${value}"`,
    remedy: `Write ${rawName} alone.`,
  })
}

function missingValue(rawName: string, definition: OptionDefinition): UserError {
  return new UserError({
    code: 'missing-option-value',
    message: `${rawName} needs a value`,
    remedy: `Write ${rawName} ${definition.value}.`,
  })
}

/** A name of a file has a folder or an ending, which no choice has. */
function isAccepted(value: string, { choices, orFile }: OptionDefinition): boolean {
  return choices === undefined || choices.includes(value) || (orFile === true && /[\\/.]/.test(value))
}

function badChoice(rawName: string, value: string, { choices = [], orFile }: OptionDefinition): UserError {
  const near = nearestName(value, choices)
  return new UserError({
    code: 'bad-option-value',
    message: `${rawName} cannot be "${value}"`,
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}It is one of ${choices.join(', ')}${orFile ? ', or the name of a file' : ''}.`,
  })
}

function checkPositionals(command: Command, positionals: readonly string[], unnamed: boolean): void {
  const [least, most] = command.positionals
  if (positionals.length < least) {
    throw new UserError({
      code: 'missing-argument',
      message: `jsmop ${command.name} needs ${command.usage}`,
      remedy: unnamed
        ? 'Write jsmop -- <command>, for instance jsmop -- npm test; `jsmop --help` lists the other commands.'
        : `For instance: ${command.examples[0]!.command}`,
    })
  }
  if (positionals.length > most) {
    throw new UserError({
      code: 'unexpected-argument',
      message: `jsmop ${command.name} does not know what to do with "${positionals[most]}"`,
      remedy: `Usage: jsmop ${command.name} ${command.usage}`.trimEnd(),
    })
  }
}
