/** A bench's record as Markdown. */

const number = (value, digits = 1) => (value === undefined ? '' : value.toFixed(value >= 1000 ? 0 : digits))

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function timesTable({ machine, rounds, results, unit }) {
  const variants = [...new Set(results.flatMap((each) => each.results.map(({ variant }) => variant)))]
  const head = [`ns per ${unit}`, ...variants, 'D / hand', 'D / hand, net of the loop']
  const interval = (ratio) =>
    ratio === undefined ? '' : `${number(ratio.ratio)} (${number(ratio.low)}–${number(ratio.high)})`
  const rows = results.map(({ title, results: own }) => {
    const of = (variant) => own.find((each) => each.variant === variant)
    return [
      title,
      ...variants.map((variant) => number(of(variant)?.ns)),
      interval(of('D')?.againstHand),
      interval(of('D')?.netAgainstHand),
    ]
  })
  return (
    `${table(head, rows)}\n\nMedians of the main thread's CPU time over ${rounds} interleaved processes each, ratios paired by round with a 95 % bootstrap ` +
    `interval. Node ${machine.node}, ${machine.cpu} (${machine.cores} cores), ${machine.platform}, ${machine.date}, commit ${machine.commit}. ` +
    '`none` is the loop without monitoring, `hand` a monitor of the same spec written by hand for speed. B, C and C+ take longer with each instance there is: theirs are the first thousand events.'
  )
}

export function targetsTable({ targets }) {
  const rows = targets.map(({ target, limit, reached }) => [
    target,
    String(limit),
    number(reached, 2),
    reached <= limit ? 'yes' : 'no',
  ])
  return table(['target', 'at most', 'measured', 'reached'], rows)
}

export function instructionsTable(rows) {
  return table(
    ['instructions per event', 'none', 'hand', 'D'],
    rows.map(({ title, results }) => [
      title,
      ...['none', 'hand', 'D'].map((variant) => number(results.find((each) => each.variant === variant)?.perEvent, 0)),
    ]),
  )
}
