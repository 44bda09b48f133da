/**
 * The source map that a text carries in itself. It is all there is for texts that were compiled on the way (TypeScript under
 * vitest, tsx, ts-node, jest): no file has them. Only the last lines are looked at: runners put a text into a function.
 *
 * The map is most of such a text, and nothing that is done to texts concerns it: it is taken out before and put back after, so
 * that it is neither searched nor kept in the cache. One module of zod has 830,000 letters, of which 680,000 are its map.
 */

const mark = '# sourceMappingURL='
const lastLines = 4

export interface MappedText {
  /** From `withoutMap` without the map; the comment that it stood in is still there. */
  readonly text: string
  /** What stands behind `sourceMappingURL=`, if it is the map itself. */
  readonly map: string | undefined
}

export function withoutMap(text: string): MappedText {
  let end = text.length
  for (let line = 0; line < lastLines && end > 0; line += 1) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const at = text.indexOf(mark, start)
    if (at !== -1 && at < end) {
      const from = at + mark.length
      const map = text.slice(from, end).trimEnd()
      if (!map.startsWith('data:')) break
      // The map goes behind the last mark again: that must be this one.
      const isLast = !text.includes(mark, from)
      return { text: isLast ? text.slice(0, from) + text.slice(from + map.length) : text, map }
    }
    end = start - 1
  }
  return { text, map: undefined }
}

/**
 * `changed` is what became of the text of `mapped`, which was taken from `text`. The map is given as a part of what runs, which
 * V8 keeps anyway: as a part of `text` it would keep all of that, too.
 */
export function withMap(text: string, mapped: MappedText, changed: string): MappedText {
  const { map } = mapped
  if (changed === mapped.text) return { text, map }
  if (map === undefined || mapped.text === text) return { text: changed, map }
  const at = changed.lastIndexOf(mark) + mark.length
  const result = changed.slice(0, at) + map + changed.slice(at)
  return { text: result, map: result.slice(at, at + map.length) }
}
