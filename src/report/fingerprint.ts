/** What a violation is known by over versions: the text of its line, not its number, so that lines may move. */

import { readFileSync } from 'node:fs'
import { sha256 } from './sha256.ts'

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
  return sha256(`${spec}\n${file}\n${text}`).slice(0, 16)
}
