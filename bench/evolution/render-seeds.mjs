/** The record of `evaluate:evolution` as a page. */

export function renderSeeds({ date, jsmop, node, machine, random, tried, seeds }) {
  const names = Object.keys(seeds[0].variants)
  const counted = new Map()
  for (const { subject } of seeds) counted.set(subject, (counted.get(subject) ?? 0) + 1)
  const pairs = new Set(seeds.map(({ subject, from, to }) => `${subject} ${from} ${to}`)).size
  const sleeping = seeds.filter(({ seed }) => seed.sleeping).length
  const rows = names.map((name) => {
    const all = seeds.map(({ variants }) => variants[name])
    const having = (fate) => all.filter((one) => one.fate === fate).length
    const mean = (key) => all.reduce((sum, one) => sum + one[key], 0) / all.length
    const alarms = all.reduce((sum, { falseAlarms }) => sum + falseAlarms, 0)
    return `| ${name} | ${having('found')} | ${having('notSelected')} | ${having('notWoven')} | ${having('unexplained')} | ${alarms} | ${mean('specs').toFixed(1)} | ${Math.round(100 * mean('affected'))} % |`
  })
  const reasons = new Map()
  for (const { variants } of seeds)
    for (const [name, { why }] of Object.entries(variants))
      if (why !== undefined)
        reasons.set(`${name.slice(0, 3)}: ${why}`, (reasons.get(`${name.slice(0, 3)}: ${why}`) ?? 0) + 1)
  return `# Seeded violations

${date}, JSMOP ${jsmop}, Node ${node}, ${machine}. Made by \`npm run evaluate:evolution -- --record --random ${random}\`; \`seeds.json\` has every seed.

${seeds.length} violations that full monitoring finds (of ${tried} attempts), seeded between ${pairs} pairs of consecutive versions: ${[...counted].map(([name, count]) => `${name} ${count}`).join(', ')}. In ${sleeping} of them the function stands in a module that did not change, and a value of a changed one wakes it.

| variant | found | spec not selected | module not woven | unexplained | false alarms | specs of 4 | modules affected |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Why violations were missed, computed from the definitions of affected modules (misses of all variants of a kind):

| reason | misses |
| --- | --- |
${[...reasons].map(([reason, count]) => `| ${reason} | ${count} |`).join('\n')}
`
}
