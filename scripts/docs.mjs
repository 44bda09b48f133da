/**
 * `npm run docs [folder]`: the documents and the pages of the specs as a small site in `site/`, without any script. Links
 * between documents become links between pages; one that leads nowhere fails the build.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Documents in the order in which one reads them; others follow by name. */
const order = [
  'README.md',
  'docs/monitoring.md',
  'docs/options.md',
  'docs/reports.md',
  'docs/ci.md',
  'docs/writing-specs.md',
  'docs/logics.md',
]

/** Builds the site and gives the names of its pages. */
export function buildDocs(folder) {
  const documents = findDocuments()
  const pages = documents.map((file) => readPage(file, documents))
  const broken = pages.flatMap(({ file, links }) =>
    links.filter((link) => !leadsSomewhere(link, pages)).map(({ text }) => `${file}: ${text}`),
  )
  if (broken.length > 0) throw new Error(`Links that lead nowhere:\n${broken.join('\n')}`)
  rmSync(folder, { recursive: true, force: true })
  for (const page of pages) {
    const place = path.join(folder, page.address)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, layout(page, pages))
  }
  cpSync(path.join(root, 'scripts/docs.css'), path.join(folder, 'style.css'))
  if (existsSync(path.join(root, 'docs/images'))) {
    cpSync(path.join(root, 'docs/images'), path.join(folder, 'docs/images'), { recursive: true })
  }
  return pages.map(({ address }) => address)
}

function findDocuments() {
  const docs = names('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
  const specs = names('specs')
    .filter((name) => !name.includes('.'))
    .flatMap((api) => names(`specs/${api}`).map((name) => `specs/${api}/${name}/README.md`))
  const found = ['README.md', ...docs, 'CONTRIBUTING.md', ...specs.filter((file) => existsSync(path.join(root, file)))]
  return [...order, ...found.filter((file) => !order.includes(file))].filter((file) =>
    existsSync(path.join(root, file)),
  )
}

function names(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .map(({ name }) => name)
    .sort()
}

function readPage(file, documents) {
  const links = []
  const headings = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slug(text)
        headings.push(id)
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        if (/^[a-z]+:/.test(href)) return `<a href="${escape(href)}">${content}</a>`
        const [to, heading] = href.split('#')
        const target = to === '' ? file : path.posix.join(path.posix.dirname(file), to)
        links.push({ text: href, target, heading })
        // A file of the repository that is no document has no page.
        if (!documents.includes(target)) return content
        const address = path.posix.relative(path.posix.dirname(file), addressOf(target))
        return `<a href="${escape(address)}${heading === undefined ? '' : `#${heading}`}">${content}</a>`
      },
      table({ header, rows }) {
        const cell = (tag) => (cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`
        const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`).join('\n')
        return `<div class="table" tabindex="0"><table>\n<thead><tr>${header.map(cell('th')).join('')}</tr></thead>\n<tbody>\n${body}\n</tbody></table></div>\n`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`
      },
    },
  })
  const text = readFileSync(path.join(root, file), 'utf8') + evidenceText(file)
  const content = marked.parse(text)
  const title = (/^# (.*)$/m.exec(text)?.[1] ?? file).replaceAll('`', '')
  return { file, address: addressOf(file), title, content, links, headings }
}

/** What real projects showed of a spec, at the end of its page. */
function evidenceText(file) {
  const id = /^specs\/(.*)\/README\.md$/.exec(file)?.[1]
  if (id === undefined) return ''
  const { date, projects, specs } = JSON.parse(readFileSync(path.join(root, 'specs/evidence.json'), 'utf8'))
  const count = (number) => number.toLocaleString('en')
  const rows = Object.entries(specs[id] ?? {}).map(([event, [signals, on, asked = signals, askedOn = on]]) =>
    ['', `\`${event}\``, count(signals), on, count(asked), askedOn, ''].join(' | ').trim(),
  )
  return [
    '\n## Seen on real projects\n',
    `How often each event happened in the tests of ${projects.length} projects (${date}), and how often an operation came as far as its condition:\n`,
    '| event | times | projects | operations | projects |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function addressOf(file) {
  return file === 'README.md' ? 'index.html' : file.replace(/\/README\.md$/, '.html').replace(/\.md$/, '.html')
}

function leadsSomewhere({ target, heading }, pages) {
  const page = pages.find(({ file }) => file === target)
  if (page === undefined) return existsSync(path.join(root, target))
  return heading === undefined || page.headings.includes(heading)
}

/** As GitHub makes them, so that links work in both places. */
function slug(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

function layout(page, pages) {
  const up = path.posix.relative(path.posix.dirname(page.address), '.') || '.'
  const entry = ({ address, title }) =>
    `<li><a href="${up}/${address}"${address === page.address ? ' aria-current="page"' : ''}>${escape(title)}</a></li>`
  const isSpec = ({ file }) => file.startsWith('specs/')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' file:; img-src 'self' file:">
<title>${escape(page.title)}${page.address === 'index.html' ? '' : ' – JSMOP'}</title>
<link rel="stylesheet" href="${up}/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Pages">
<ul>
${pages
  .filter((other) => !isSpec(other))
  .map(entry)
  .join('\n')}
</ul>
<details${isSpec(page) ? ' open' : ''}>
<summary>Specs</summary>
<ul>
${pages.filter(isSpec).map(entry).join('\n')}
</ul>
</details>
</nav>
<main id="content" tabindex="-1">
${page.content}</main>
</body>
</html>
`
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = path.resolve(process.argv[2] ?? path.join(root, 'site'))
  const pages = buildDocs(folder)
  console.log(
    `${pages.length} pages in ${path.relative(process.cwd(), folder)}; open ${path.relative(process.cwd(), path.join(folder, 'index.html'))}`,
  )
}
