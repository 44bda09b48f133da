/**
 * What a subcommand is: data for parsing, help and completion, and a function. The table of commands is `commands.ts`;
 * `parse-command-line.ts` reads arguments against it and `help.ts` prints it.
 */

import type { Io } from './io.ts'

export interface OptionDefinition {
  /** Shown in help after the name: `--format <format>`. Absent for a switch. */
  readonly value?: string
  readonly short?: string
  readonly description: string
  /** Given several times, all values are kept. */
  readonly repeatable?: boolean
  /** The values that are accepted, for errors and completion. */
  readonly choices?: readonly string[]
  /** Besides the choices, the name of a file. */
  readonly orFile?: boolean
  /** Also understood as `--no-<name>`. */
  readonly negatable?: boolean
}

/** Option values by name: texts, lists for repeatable options, booleans for switches. */
export type OptionValues = Readonly<Record<string, string | readonly string[] | boolean | undefined>>

export interface CommandInput {
  readonly positionals: readonly string[]
  readonly options: OptionValues
}

export interface Command {
  readonly name: string
  readonly summary: string
  /** Positional arguments as help shows them: `<log|dir>`. */
  readonly usage: string
  readonly options: Readonly<Record<string, OptionDefinition>>
  readonly examples: readonly { readonly command: string; readonly what: string }[]
  /** The fewest and the most positional arguments. */
  readonly positionals: readonly [number, number]
  /** Everything from the first positional on belongs to another program: options after it are not ours. */
  readonly passThrough?: boolean
  /** Loads the command's code, only when it is wanted. */
  load(): Promise<CommandFunction>
}

/** Gives the exit code. A `UserError` that it throws is shown and ends with code 64. */
export type CommandFunction = (input: CommandInput, io: Io) => Promise<number> | number

export const exitCode = { ok: 0, violations: 3, usage: 64, fault: 70 } as const
