/**
 * `npm run new-spec <api>/<name> [<folder>]`: writes the folder of a spec, with everything in it that a spec has and a TODO at each place
 * that only its author can fill. The tests of the catalogue fail until all are filled. `<folder>` stands for `specs`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const [id = '', place = path.join(root, 'specs')] = process.argv.slice(2)
if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(id))
  fail(`"${id}" is no id: write <api>/<name> in small letters, for instance fs/fd-must-close`)
const folder = path.join(place, id)
if (existsSync(folder)) fail(`${folder} exists`)

const files = {
  'spec.ts': `import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: '${id}',
  description: 'TODO: the rule in one sentence, as the documentation has it.',
  severity: 'warning',
  doc: 'https://TODO',
  falseAlarms: ['TODO'],
  parameters: { thing: 'object' },
  events: {
    open: { on: { kind: 'call', target: 'TODO' }, bind: { thing: 'result' }, creation: true },
    use: { on: { kind: 'call', target: 'TODO', when: 'before' }, bind: { thing: 'receiver' } },
  },
  logic: 'ere',
  formula: 'TODO',
  report: { match: 'TODO: what happened to {thing}, and what to do' },
})
`,
  'README.md': `# ${id}

TODO: the description of the spec.

TODO: why, and what goes wrong.

## Violating

\`\`\`js
TODO: lines of a violating program
\`\`\`

## Conforming

\`\`\`js
TODO: lines of a conforming program
\`\`\`

## When not to use it

TODO

## Known false alarms

TODO: those of the spec.

## Documentation

<https://TODO>
`,
  'violating/todo.mjs': '// TODO: break the rule, and end each line that must be reported in the mark\n',
  'conforming/todo.mjs': '// TODO: the nearest programs that keep the rule, and the known hard cases\n',
}
for (const [name, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}
console.log(`${path.relative(process.cwd(), folder)} is there; docs/writing-specs.md tells how to fill it.
Try it with: npm run build && JSMOP_SPECS=${id} npx vitest run test/specs`)

function fail(message) {
  console.error(message)
  process.exit(64)
}
