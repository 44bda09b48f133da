/**
 * The package as a project sees it that has it installed: resolved by name through its `exports`, from `dist`, by Node and
 * by the TypeScript compiler. Whatever the other tests run against, these run against the build.
 */

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const project = mkdtempSync(path.join(os.tmpdir(), 'jsmop-package-'))

beforeAll(() => {
  if (!existsSync(path.join(root, 'dist/.built'))) {
    throw new Error('The package is not built: run `npm run build`. (`npm test` builds it by itself.)')
  }
  mkdirSync(path.join(project, 'node_modules'))
  symlinkSync(root, path.join(project, 'node_modules/jsmop'), 'junction')
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rmSync(project, { recursive: true }))

/** Runs a module of the project and gives what it printed as JSON. */
function runModule(text: string): unknown {
  writeFileSync(path.join(project, 'module.mjs'), text)
  const { stdout, stderr } = spawnSync(process.execPath, ['module.mjs'], { cwd: project, encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

/** What the compiler says of a file of the project. */
function compile(text: string): string[] {
  writeFileSync(path.join(project, 'module.ts'), text)
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--pretty', 'false']
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, ...options, 'module.ts'], {
    cwd: project,
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line !== '')
}

const library = `
const t = synthesize({ logic: 'ere', formula: 'create next* modify next', events: ['create', 'modify', 'next'] })
const spec = defineSpec({
  id: 'my/no-change-while-iterating',
  description: 'A map is not changed while it is iterated.',
  severity: 'error',
  doc: 'https://example.org/maps',
  parameters: { m: 'object', i: 'object' },
  events: {
    create: { bind: ['m', 'i'], creation: true },
    modify: { bind: ['m'] },
    next: { bind: ['i'] },
  },
  logic: 'ere',
  formula: 'create next* modify+ next',
  report: { match: 'the map was changed while {i} was walking it' },
})
const trace = [
  { event: 'create', params: { m: 'm1', i: 'i1' } },
  { event: 'modify', params: { m: 'm1' }, site: 'a.ts:2:3' },
  { event: 'next', params: { i: 'i1' }, site: 'a.ts:3:3' },
]
`

describe('the library face', () => {
  test('synthesizes, checks traces with every algorithm, and gives configurations back', () => {
    const found = runModule(`
      import { defineConfig, defineSpec, monitorTrace, synthesize } from 'jsmop'
      ${library}
      console.log(JSON.stringify({
        verdicts: t.verdicts(['create', 'modify', 'next']),
        automaton: t.automaton,
        enable: t.enable('match'),
        coenable: t.coenable('match'),
        grammar: synthesize({ logic: 'cfg', formula: 'S -> a S b | epsilon', events: ['a', 'b'] }).automaton ?? 'none',
        sites: ['A', 'B', 'C', 'C+', 'D', 'E'].map((algo) => monitorTrace(spec, trace, { algo }).map(({ site }) => site)),
        config: defineConfig({ preset: 'all' }),
      }))
    `)
    expect(found).toEqual({
      verdicts: ['?', '?', 'match'],
      automaton: {
        start: 's0',
        states: { s0: { create: 's1' }, s1: { modify: 's2', next: 's1' }, s2: { next: 's3' }, s3: {} },
        categories: { match: ['s3'] },
      },
      enable: {
        create: [[]],
        modify: [['create'], ['create', 'next']],
        next: [['create'], ['create', 'modify'], ['create', 'next'], ['create', 'modify', 'next']],
      },
      coenable: { create: [['modify', 'next']], modify: [['next']], next: [['modify', 'next']] },
      grammar: 'none',
      sites: Array.from({ length: 6 }, () => ['a.ts:3:3']),
      config: { preset: 'all' },
    })
  })

  test('has types that resolve and fit', () => {
    expect(
      compile(`
        import { defineConfig, defineSpec, monitorTrace, registerLogic, synthesize, type Logic } from 'jsmop'
        ${library}
        const verdicts: string[] = t.verdicts(['create'])
        const next: string | undefined = t.automaton?.states['s0']?.['create']
        const sites: (string | undefined)[] = monitorTrace(spec, trace, { algo: 'C+' }).map(({ site }) => site)
        const logic = (own: Logic) => registerLogic(own)
        export default defineConfig({ preset: 'strict', specs: { 'map/x': 'off' } })
        export { logic, next, sites, verdicts }
      `),
    ).toEqual([])
  })

  test('makes a wrong parameter, severity or algorithm a compile error where it stands', () => {
    const right = `import { defineSpec, monitorTrace, synthesize } from 'jsmop'${library}monitorTrace(spec, trace)`
    const wrong = (from: string, to: string): string[] => {
      expect(right.split(from)).toHaveLength(2)
      return compile(right.replace(from, to)).map((line) => line.slice(0, line.indexOf(':', line.indexOf('error'))))
    }
    expect(wrong("bind: ['m'] }", "bind: ['map'] }")).toEqual(['module.ts(11,22): error TS2322'])
    expect(wrong("severity: 'error'", "severity: 'fatal'")).toEqual(['module.ts(6,3): error TS2322'])
    expect(wrong('monitorTrace(spec, trace)', "monitorTrace(spec, trace, { algo: 'Z' })")).toEqual([
      'module.ts(23,29): error TS2322',
    ])
  })

  test('keeps its inside to itself', () => {
    expect(
      runModule(`
        const attempt = (name) => import(name).then(() => 'there', (error) => error.code)
        console.log(JSON.stringify([await attempt('jsmop'), await attempt('jsmop/dist/src/index.js'), await attempt('jsmop/engine')]))
      `),
    ).toEqual(['there', 'ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_PACKAGE_PATH_NOT_EXPORTED'])
  })
})

test('the published schema accepts the JSON specs of the documents and of the catalogue, and no misspelt one', () => {
  const schema = createRequire(path.join(project, 'module.mjs'))('jsmop/spec.schema.json') as object
  const validate = new Ajv2020({ strict: false }).compile(schema)
  const accepts = (spec: unknown) => ({ valid: validate(spec), errors: validate.errors })
  const accepted = { valid: true, errors: null }

  const pages = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const blocks = pages.flatMap((name) => [
    ...readFileSync(path.join(root, 'docs', name), 'utf8').matchAll(/^```json(?: \S+)?\n([\s\S]*?)^```/gm),
  ])
  const documented = blocks.map(([, text]) => JSON.parse(text!) as object).filter((value) => 'formula' in value)
  expect(documented.length).toBeGreaterThanOrEqual(2)
  for (const spec of documented) expect(accepts(spec)).toEqual(accepted)

  const printed = runModule(`
    import { readdirSync } from 'node:fs'
    import { printJsonSpec, UserError } from 'jsmop'
    const specs = new URL('dist/specs/', ${JSON.stringify(new URL('../../', import.meta.url).href)})
    const texts = []
    for (const name of readdirSync(specs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('spec.js'))) {
      const { default: spec } = await import(new URL(name, specs).href)
      try {
        texts.push(printJsonSpec(spec))
      } catch (error) {
        if (!(error instanceof UserError) || error.code !== 'spec-has-code') throw error
      }
    }
    console.log(JSON.stringify(texts))
  `) as string[]
  expect(printed.length).toBeGreaterThanOrEqual(3)
  for (const text of printed) expect(accepts(JSON.parse(text))).toEqual(accepted)

  expect(accepts({ ...documented[0], formulla: 'a' }).valid).toBe(false)
  expect(accepts({ ...documented[0], severity: 'fatal' }).valid).toBe(false)
  expect(accepts({ ...documented[0], handler: 'process.exit()' }).valid).toBe(false)
})
