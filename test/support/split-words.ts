/** Splits a command as a shell would, as far as documents need: blanks separate, single and double quotes group. */

export function splitWords(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}
