/** `jsmop completion <shell>`: a script for the shell that completes commands, options and their values, from the table of commands. */

import { UserError } from '../../diagnostics/user-error.ts'
import type { Command, CommandFunction } from '../command.ts'
import { exitCode } from '../command.ts'
import { commands } from '../commands.ts'
import { optionsOf } from '../parse-command-line.ts'

export const completion: CommandFunction = ({ positionals }, io) => {
  const scripts: Readonly<Record<string, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }
  const shell = positionals[0]!
  if (!Object.hasOwn(scripts, shell)) {
    throw new UserError({
      code: 'unknown-shell',
      message: `there is no completion for "${shell}"`,
      remedy: 'The shells are bash, zsh and fish.',
    })
  }
  io.stdout.write(scripts[shell]!())
  return exitCode.ok
}

function flagsOf(command: Command): string[] {
  return Object.entries(optionsOf(command)).flatMap(([name, { negatable }]) =>
    negatable ? [`--${name}`, `--no-${name}`] : [`--${name}`],
  )
}

function bashScript(): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command).join(' ')}" ;;`)
  const values = new Map<string, string>()
  for (const command of commands) {
    for (const [name, { choices }] of Object.entries(command.options)) {
      if (choices !== undefined) values.set(`${command.name}:--${name}`, choices.join(' '))
    }
  }
  return [
    '# Completion of jsmop for bash: eval "$(jsmop completion bash)"',
    '_jsmop() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}" words=""',
    '  if [ "$COMP_CWORD" = 1 ]; then',
    `    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$word"))`,
    '    return',
    '  fi',
    '  case "$command:$before" in',
    ...[...values].map(([key, choices]) => `    ${key}) COMPREPLY=($(compgen -W "${choices}" -- "$word")); return ;;`),
    '  esac',
    '  case "$command" in',
    ...cases,
    '  esac',
    '  case "$word" in',
    '    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;',
    '    *) COMPREPLY=($(compgen -f -- "$word")) ;;',
    '  esac',
    '}',
    'complete -o filenames -F _jsmop jsmop',
    '',
  ].join('\n')
}

/** zsh reads completions of bash. */
function zshScript(): string {
  return [
    '# Completion of jsmop for zsh: eval "$(jsmop completion zsh)"',
    'autoload -Uz +X compinit && compinit',
    'autoload -Uz +X bashcompinit && bashcompinit',
    bashScript(),
  ].join('\n')
}

function fishScript(): string {
  const lines = ['# Completion of jsmop for fish: jsmop completion fish | source']
  const none = `not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`
  for (const command of commands) {
    lines.push(`complete -c jsmop -n '${none}' -a ${command.name} -d '${quoted(command.summary)}'`)
    for (const [name, { description, short, value, choices }] of Object.entries(optionsOf(command))) {
      const parts = [`complete -c jsmop -n '__fish_seen_subcommand_from ${command.name}' -l ${name}`]
      if (short !== undefined) parts.push(`-s ${short}`)
      if (value !== undefined) parts.push('-r')
      if (choices !== undefined) parts.push(`-f -a '${choices.join(' ')}'`)
      lines.push([...parts, `-d '${quoted(description)}'`].join(' '))
    }
  }
  return `${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}
