/**
 * Real packages at work on real inputs, for the study of selection: `node run.mjs <name> [share]`. Their inputs are texts that the
 * packages bring along, or that are made here; what they do is the same in every run. Each takes some seconds: compilers,
 * template engines and collections in loops, where suites of tests start, do a little and end.
 */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Texts of installed packages, in the order of their names. */
function texts(folder, ending, most) {
  const names = readdirSync(path.join('node_modules', folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .sort((a, b) => (a < b ? -1 : 1))
  return names.slice(0, most).map((name) => readFileSync(path.join('node_modules', folder, name), 'utf8'))
}

/** A smaller share of the work makes smaller logs. */
const share = Number(process.argv[3] ?? 1)
const rounds = (all) => Math.ceil(all * share)

const range = (length, make) => Array.from({ length }, (_, i) => make(i))

const rules = (n) =>
  range(n, (k) => `.a${k} > li:hover{display:flex;transition:all ${k % 9}s;user-select:none;margin:${k}px 0 ${k}px 0}`)

const page = (n) =>
  `<ul>${range(n, (k) => `<li class="c${k % 3}"><a href="#${k}">text ${k}</a><b>${k}</b></li>`).join('')}</ul>`

const article = (n) =>
  range(n, (k) => `# Title ${k}\n\nSome *text* with \`code\` and [a link](#${k}).\n\n- one\n- two ${k}\n`).join('\n')

const workloads = {
  async babel() {
    const { transformSync } = await import('@babel/core')
    const presets = [['@babel/preset-env', { targets: 'ie 11' }]]
    for (const text of texts('yaml/dist', '.js', rounds(70)))
      transformSync(text, { presets, configFile: false, babelrc: false, sourceType: 'script' })
  },
  async cheerio() {
    const { load } = await import('cheerio')
    for (let i = 0; i < rounds(300); i++) {
      const $ = load(page(100))
      $('li.c1 a, li:nth-child(2n) > b').addClass('x').attr('data-k', i)
      $('a').each((k, a) => void $(a).text(String(k)))
      $('li.c2').remove()
      $.html()
    }
  },
  async csstree() {
    const { generate, lexer, parse, toPlainObject, walk } = await import('css-tree')
    for (let i = 0; i < rounds(400); i++) {
      const tree = parse(rules(60).join('\n'))
      walk(tree, { visit: 'Declaration', enter: (node) => void lexer.matchDeclaration(node) })
      generate(tree)
      toPlainObject(tree)
    }
  },
  async graphql() {
    const { buildSchema, execute, getIntrospectionQuery, graphqlSync, parse, printSchema, validate } =
      await import('graphql')
    const types = range(60, (i) => `type T${i} { id: ID! other: T${(i * 7 + 1) % 60} list: [T${(i + 1) % 60}!]! }`)
    const schema = buildSchema(`${types.join('\n')}\ntype Query { t: T0, many: [T1!]! }`)
    const made = (depth) => ({ id: depth, other: null, list: depth > 3 ? [] : range(4, () => made(depth + 1)) })
    for (let i = 0; i < rounds(600); i++) {
      const document = parse('{ t { id list { id list { id list { id } } } } many { ...F } } fragment F on T1 { id }')
      validate(schema, document)
      execute({ schema, document, rootValue: { t: made(0), many: range(i % 60, made) } })
      if (i % 60 === 0) graphqlSync({ schema, source: getIntrospectionQuery() })
    }
    printSchema(schema)
  },
  async jsdom() {
    const { JSDOM } = await import('jsdom')
    for (let i = 0; i < rounds(60); i++) {
      const { window } = new JSDOM(page(60))
      for (const item of window.document.querySelectorAll('li.c1')) item.setAttribute('data-k', i)
      for (const link of window.document.querySelectorAll('a')) link.remove()
      window.document.body.innerHTML.trim()
      window.close()
    }
  },
  async markdownlint() {
    const { lint } = await import('markdownlint/sync')
    for (let i = 0; i < rounds(50); i++) lint({ strings: { [`a${i}`]: article(80) } })
  },
  async postcss() {
    const [{ default: postcss }, { default: autoprefixer }, { default: cssnano }] = await Promise.all(
      ['postcss', 'autoprefixer', 'cssnano'].map((name) => import(name)),
    )
    const processor = postcss([autoprefixer({ overrideBrowserslist: '> 0.1%' }), cssnano()])
    for (let i = 0; i < rounds(90); i++) await processor.process(rules(i % 30).join('\n'), { from: undefined })
  },
  async prettier() {
    const { format } = await import('prettier')
    for (const text of texts('yaml/dist', '.js', rounds(140))) await format(text, { parser: 'babel' })
  },
  async svelte() {
    const { compile } = await import('svelte/compiler')
    for (let i = 0; i < rounds(500); i++)
      compile(
        `<script>let { items = [] } = $props(); let n = $state(${i}); const d = $derived(n * 2)</script>` +
          `{#if n > ${i}}<p class:x={n}>{d}</p>{:else}<b>{n}</b>{/if}` +
          `{#each items as item, k (item.id)}<li>{item.name} ${'<i>{k}</i>'.repeat(i % 4)}</li>{/each}` +
          `<style>p { color: red } .x li { margin: ${i % 7}px }</style>`,
        { generate: i % 2 === 0 ? 'client' : 'server' },
      )
  },
  async svgo() {
    const { optimize } = await import('svgo')
    for (let i = 0; i < rounds(60); i++) {
      const shapes = range(
        60,
        (k) => `<g fill="red"><path d="M${k} 0L10 ${i} 20 20z"/><rect width="${k + 1}" height="2"/></g>`,
      )
      optimize(`<svg xmlns="http://www.w3.org/2000/svg">${shapes.join('')}</svg>`, { multipass: true })
    }
  },
  async yaml() {
    const { parse, parseDocument, stringify } = await import('yaml')
    for (let i = 0; i < rounds(600); i++) {
      const list = range(12 + (i % 5), (k) => ({ k, words: 'text '.repeat(k), deeper: [k, { z: k }] }))
      const text = stringify({ list, map: Object.fromEntries(range(i % 7, (k) => [`key${k}`, k])) })
      parseDocument(text).toJS()
      stringify(parse(text), { collectionStyle: 'flow' })
    }
  },
}

await workloads[process.argv[2]]()
