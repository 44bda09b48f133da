/** Help texts, made from the table of commands so that they cannot disagree with what is parsed. */

import type { Command } from './command.ts'
import { optionsOf } from './parse-command-line.ts'

/** `jsmop --help`: all commands. */
export function overview(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    `jsmop ${version}: runtime verification for JavaScript and TypeScript`,
    '',
    'Usage: jsmop [run] [options] [--] <command …>',
    '       jsmop <subcommand> [options]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '`jsmop <subcommand> --help` shows the options of each, with examples.',
    '',
  ].join('\n')
}

/** `jsmop <command> --help`. */
export function commandHelp(command: Command): string {
  const options = Object.entries(optionsOf(command)).map(
    ([name, { short, value, negatable, description, choices, orFile }]) => {
      const long = `--${negatable ? '[no-]' : ''}${name}${value === undefined ? '' : ` ${value}`}`
      const text =
        choices === undefined
          ? description
          : `${description} One of ${choices.join(', ')}${orFile ? ', or a file' : ''}.`
      return { flags: short === undefined ? `    ${long}` : `-${short}, ${long}`, text }
    },
  )
  const width = Math.max(...options.map(({ flags }) => flags.length))
  return [
    `jsmop ${command.name}: ${command.summary}`,
    '',
    `Usage: jsmop ${command.name} [options] ${command.usage}`.trimEnd(),
    '',
    'Options:',
    ...options.map(({ flags, text }) => `  ${flags.padEnd(width)}  ${text}`),
    '',
    'Examples:',
    ...command.examples.flatMap(({ command, what }) => [`  # ${what}`, `  ${command}`]),
    '',
  ].join('\n')
}
