/**
 * Every code block of the documents does what it says.
 *
 * - ```ts blocks run against the package; `expression // => value` asserts the value.
 * - ```console blocks: each `$ jsmop …` line is run and the text below it is its whole output.
 * - ```json blocks parse, ```jsonl blocks line by line.
 * - A block with a name after its language is a file: it lies in the folder in which the commands of its page are run.
 * - Links to files of the repository, and to headings, lead somewhere.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import { captureIo } from '../support/capture-io.ts'
import { splitWords } from '../support/split-words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const scratch = path.join(root, 'test/docs/fixtures/pages')
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
]

interface Block {
  readonly language: string
  /** The file that it is, if it has a name. */
  readonly file: string | undefined
  readonly text: string
  readonly line: number
}

function blocksOf(document: string): Block[] {
  const text = readFileSync(path.join(root, document), 'utf8')
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm)].map((match) => ({
    language: match[1]!,
    file: match[2],
    text: match[3]!,
    line: text.slice(0, match.index).split('\n').length + 1,
  }))
}

/** `expression // => value` becomes an assertion; all else stays as it stands. */
function withAssertions(block: Block): string {
  const lines = block.text.split('\n').map((line, index) => {
    const match = /^(\s*)(\S.*?);?\s*\/\/ => (.*)$/.exec(line)
    return match === null ? line : `${match[1]}$expect(${match[2]}, 'line ${block.line + index}').toEqual(${match[3]})`
  })
  return `import { expect as $expect } from 'vitest'\n${lines.join('\n')}`
}

/** Commands of a console block with the output that stands below each. */
function commandsOf(block: Block): { command: string; output: string }[] {
  const commands: { command: string; output: string }[] = []
  for (const part of block.text.split(/^\$ /m).slice(1)) {
    const end = part.indexOf('\n')
    commands.push({ command: part.slice(0, end), output: part.slice(end + 1) })
  }
  return commands
}

/** A project of its own for a page, with the package installed and the page's files in it. */
function setUp(folder: string, blocks: readonly Block[]): void {
  const installed = path.join(folder, 'node_modules/jsmop')
  mkdirSync(installed, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const library = process.env['JSMOP_TEST_SOURCE'] === undefined ? 'dist/src/index.js' : 'src/index.ts'
  writeFileSync(path.join(installed, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
  writeFileSync(path.join(installed, 'index.js'), `export * from ${JSON.stringify(path.join(root, library))}`)
  for (const { file, text } of blocks) if (file !== undefined) writeFileSync(path.join(folder, file), text)
}

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

for (const document of documents) {
  describe(document, () => {
    const blocks = blocksOf(document)
    const folder = path.join(scratch, document.replaceAll(/[^\w]/g, '-'))
    beforeAll(() => setUp(folder, blocks))

    for (const block of blocks) {
      if (block.language === 'ts') {
        test(`line ${block.line}: the code runs and gives what it says`, async () => {
          const file = path.join(folder, `line-${block.line}.ts`)
          writeFileSync(file, withAssertions(block))
          await import(pathToFileURL(file).href)
        })
      }
      if (block.language === 'json' || block.language === 'jsonl') {
        const texts = block.language === 'json' ? [block.text] : block.text.trimEnd().split('\n')
        test(`line ${block.line}: the JSON is well-formed`, () => {
          for (const text of texts) expect(() => JSON.parse(text) as unknown).not.toThrow()
        })
      }
      if (block.language === 'console') {
        for (const { command, output } of commandsOf(block)) {
          test(`line ${block.line}: ${command}`, async () => {
            const words = splitWords(command)
            expect(words[0]).toBe('jsmop')
            const { io, written } = captureIo({ cwd: folder })
            await run(words.slice(1), io)
            expect(written.stdout + written.stderr).toBe(output)
          })
        }
      }
    }

    test('links lead somewhere', () => {
      const text = readFileSync(path.join(root, document), 'utf8')
      const broken = [...text.matchAll(/\[[^\]]+\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g)]
        .map((match) => ({ file: match[1]!, heading: match[2] }))
        .filter(({ file, heading }) => {
          const target = file === '' ? document : path.join(path.dirname(document), file)
          if (!existsSync(path.join(root, target))) return true
          return heading !== undefined && !headingsOf(target).includes(heading.slice(1))
        })
      expect(broken).toEqual([])
    })
  })
}

function headingsOf(document: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

test('the documents have code to check', () => {
  const blocks = documents.flatMap((document) => blocksOf(document))
  expect(documents.length).toBeGreaterThanOrEqual(6)
  expect(blocks.filter(({ language }) => language === 'ts').length).toBeGreaterThanOrEqual(5)
  expect(blocks.filter(({ language }) => language === 'console').length).toBeGreaterThanOrEqual(3)
})
