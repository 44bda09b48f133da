/** What a violation is known by over versions: the text of its line, not its number, so that lines may move. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** `file` is the name that is shown, `place` where its line is found. */
export function fingerprint(
  spec: string,
  file: string,
  place: { readonly file: string; readonly line: number },
): string {
  let text = ''
  try {
    text = readFileSync(place.file, 'utf8').split('\n')[place.line - 1]!.trim()
  } catch {
    text = String(place.line)
  }
  return createHash('sha256').update(`${spec}\n${file}\n${text}`).digest('hex').slice(0, 16)
}
