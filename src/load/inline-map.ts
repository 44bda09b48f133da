/**
 * The source map that a text carries in itself. It is all there is for texts that were compiled on the way (TypeScript under
 * vitest, tsx, ts-node, jest): no file has them. Only the last lines are looked at: runners put a text into a function.
 */

const mark = '# sourceMappingURL='
const lastLines = 4

/** What stands behind `sourceMappingURL=`, if it is the map itself. */
export function inlineMapOf(text: string): string | undefined {
  let end = text.length
  for (let line = 0; line < lastLines && end > 0; line += 1) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const at = text.indexOf(mark, start)
    if (at !== -1 && at < end) {
      const address = text.slice(at + mark.length, end).trimEnd()
      return address.startsWith('data:') ? address : undefined
    }
    end = start - 1
  }
  return undefined
}
