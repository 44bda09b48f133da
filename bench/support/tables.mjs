/** A bench's record as Markdown. */

const number = (value, digits = 1) => (value === undefined ? '' : value.toFixed(value >= 1000 ? 0 : digits))

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A column of ratios is there only where some variant is measured against a hand-written one. */
export function timesTable({ machine, rounds, results, unit, note, baseline = 'hand' }) {
  const variants = [...new Set(results.flatMap((each) => each.results.map(({ variant }) => variant)))]
  const ratios = variants.filter((variant) =>
    results.some(({ results: own }) => own.some((each) => each.variant === variant && each.againstHand !== undefined)),
  )
  const nets = results.some(({ results: own }) => own.some((each) => each.netAgainstHand !== undefined))
  const head = [
    `ns per ${unit}`,
    ...variants,
    ...ratios
      .slice(0, 1)
      .flatMap((variant) => [
        `${variant} / ${baseline}`,
        ...(nets ? [`${variant} / ${baseline}, net of the loop`] : []),
      ]),
  ]
  const interval = (ratio) =>
    ratio === undefined ? '' : `${number(ratio.ratio, 2)} (${number(ratio.low, 2)}–${number(ratio.high, 2)})`
  const rows = results.map(({ title, results: own }) => {
    const of = (variant) => own.find((each) => each.variant === variant)
    return [
      title,
      ...variants.map((variant) => number(of(variant)?.ns)),
      ...ratios
        .slice(0, 1)
        .flatMap((variant) => [
          interval(of(variant)?.againstHand),
          ...(nets ? [interval(of(variant)?.netAgainstHand)] : []),
        ]),
    ]
  })
  const paired = ratios.length > 0 ? ', ratios paired by round with a 95 % bootstrap interval' : ''
  return (
    `${table(head, rows)}\n\nMedians of the main thread's CPU time over ${rounds} interleaved processes each${paired}. ` +
    `Node ${machine.node}, ${machine.cpu} (${machine.cores} cores), ${machine.platform}, ${machine.date}, commit ${machine.commit}. ${note}`
  ).trimEnd()
}

/** What a bench measures besides time, or undefined. */
export function figuresTable({ results }) {
  const rows = results.flatMap(({ title, results: own }) =>
    own.flatMap(({ variant, figures = {} }) =>
      Object.entries(figures).map(([figure, value]) => [title, variant, figure, number(value)]),
    ),
  )
  return rows.length === 0 ? undefined : table(['', 'variant', 'figure', 'median'], rows)
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
  const variants = [...new Set(rows.flatMap(({ results }) => results.map(({ variant }) => variant)))]
  return table(
    ['instructions per event', ...variants],
    rows.map(({ title, results }) => [
      title,
      ...variants.map((variant) => number(results.find((each) => each.variant === variant)?.perEvent)),
    ]),
  )
}
