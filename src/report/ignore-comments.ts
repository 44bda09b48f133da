/**
 * Ignore comments, read from original source when reporting: what runs may have lost its comments.
 *
 *     // jsmop-ignore-next-line <spec> -- reason
 *
 * and in block comments `jsmop-ignore-start <spec> -- reason` … `jsmop-ignore-end`, and `jsmop-ignore-file <spec> -- reason`.
 * Several specs stand with commas; none means all. Found by a scan for the words inside comment signs, not by a parser:
 * sources come in TypeScript, JSX and whatever compiles to JavaScript. The blamed line of a violation decides.
 */

export interface IgnoreComment {
  readonly kind: 'next-line' | 'block' | 'file'
  /** Where the comment stands. */
  readonly line: number
  /** Null: every spec. */
  readonly spec: string | null
  readonly reason: string | null
  /** The lines that it covers, both included. */
  readonly from: number
  readonly to: number
}

const directive =
  /\/\/[ \t]*jsmop-ignore-(next-line)\b([^\n]*)|\/\*\s*jsmop-ignore-(next-line|start|end|file)\b([\s\S]*?)\*\//g

/** One entry per spec that a comment names. */
export function readIgnoreComments(text: string): IgnoreComment[] {
  if (!text.includes('jsmop-ignore-')) return []
  const lines = text.split('\n')
  const found = [...text.matchAll(directive)].map((match) => ({
    word: (match[1] ?? match[3])!,
    body: (match[2] ?? match[4])!,
    line: lineAt(text, match.index),
    end: lineAt(text, match.index + match[0].length),
  }))
  const comments: IgnoreComment[] = []
  /** Blocks that wait for their end. */
  let open: { line: number; spec: string | null; reason: string | null }[] = []
  const close = (blocks: typeof open, to: number) => {
    for (const block of blocks) comments.push({ kind: 'block', ...block, from: block.line, to })
  }
  for (const { word, body, line, end } of found) {
    const { specs, reason } = readBody(body)
    if (word === 'start') open.push(...specs.map((spec) => ({ line, spec, reason })))
    else if (word === 'end') {
      const ends = ({ spec }: { spec: string | null }) => specs[0] === null || specs.includes(spec)
      close(open.filter(ends), end)
      open = open.filter((block) => !ends(block))
    } else if (word === 'file') {
      comments.push(...specs.map((spec) => ({ kind: 'file' as const, line, spec, reason, from: 1, to: lines.length })))
    } else {
      const covered = nextCodeLine(lines, end)
      comments.push(
        ...specs.map((spec) => ({ kind: 'next-line' as const, line, spec, reason, from: covered, to: covered })),
      )
    }
  }
  close(open, lines.length)
  return comments
}

export function covers(comment: IgnoreComment, spec: string, line: number): boolean {
  return (comment.spec === null || comment.spec === spec) && comment.from <= line && line <= comment.to
}

function readBody(body: string): { specs: (string | null)[]; reason: string | null } {
  const [names, ...reasons] = body.split(/(?:^|\s)--(?:\s|$)/)
  const specs = names!.split(/[\s,]+/).filter((name) => name !== '' && name !== '*')
  const reason = reasons.join(' -- ').trim()
  return { specs: specs.length === 0 ? [null] : specs, reason: reason === '' ? null : reason }
}

/** Comments for one line may stand above each other. */
function nextCodeLine(lines: readonly string[], after: number): number {
  let line = after + 1
  while (line < lines.length && /^\s*(\/\/|\{?\s*\/\*)\s*jsmop-ignore-next-line\b/.test(lines[line - 1]!)) line += 1
  return line
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) line += 1
  return line
}
