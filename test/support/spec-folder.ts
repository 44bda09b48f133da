/** A folder of the catalogue as a reader finds it: which files, which programs, which lines they mark, what the page shows. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SpecDefinition } from '#src/spec/definition.ts'

export const specsFolder = fileURLToPath(new URL('../../specs/', import.meta.url))

type ProgramKind = 'violating' | 'conforming'

/** A line that ends in `// violation`, in `// violation + <id>, <id>`, or in `// violation by <id>`. */
interface Mark {
  readonly line: number
  /** Whether the folder's own spec reports it. */
  readonly own: boolean
  /** Which others do. */
  readonly others: readonly string[]
}

export interface Program {
  readonly kind: ProgramKind
  readonly name: string
  readonly file: string
  readonly lines: readonly string[]
  readonly marks: readonly Mark[]
}

interface Block {
  readonly section: string
  readonly lines: readonly string[]
}

interface Page {
  readonly title: string | undefined
  /** The paragraph below the title. */
  readonly rule: string | undefined
  readonly sections: Readonly<Record<string, string>>
  readonly blocks: readonly Block[]
}

/** Ids of all folders below `specs`, whatever is in them. */
export function listSpecFolders(place = specsFolder): string[] {
  return folders(place).flatMap((api) => folders(path.join(place, api)).map((name) => `${api}/${name}`))
}

/** Everything that is wrong with a folder as it stands, before any program runs. `definition` is what its `spec.ts` exports. */
export function folderFaults(id: string, folder: string, definition: SpecDefinition | undefined): string[] {
  const files = filesOf(folder)
  const programs = readPrograms(folder)
  return [
    ...misplacedFiles(files),
    ...files
      .filter((file) => readFileSync(path.join(folder, file), 'utf8').includes('TODO'))
      .map((file) => `${file} is not filled in`),
    ...(definition?.id === id ? [] : [`spec.ts defines ${definition?.id ?? 'no spec'}`]),
    ...programs
      .filter(({ kind, marks }) => marks.some(({ own }) => own) !== (kind === 'violating'))
      .map(({ kind, name }) => `${name} marks ${kind === 'violating' ? 'no line' : 'a line as a violation'}`),
    ...(definition !== undefined && files.includes('README.md')
      ? pageFaults(readPage(readFileSync(path.join(folder, 'README.md'), 'utf8')), definition, programs)
      : []),
  ]
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

const expected = /^(?:spec\.ts|README\.md|(?:violating|conforming)\/[a-z0-9-]+\.[cm]js)$/

/** What is missing in the folder, and what does not belong there. */
function misplacedFiles(files: readonly string[]): string[] {
  const has = (pattern: RegExp) => files.some((file) => pattern.test(file))
  return [
    ...files.filter((file) => !expected.test(file)).map((file) => `${file} does not belong here`),
    ...['spec.ts', 'README.md'].filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...(has(/^violating\//) ? [] : ['there is no violating program']),
    ...(has(/^conforming\//) ? [] : ['there is no conforming program']),
  ]
}

/** A page repeats what the spec says of itself, and shows code that its programs run: the programs say what it does. */
function pageFaults(page: Page, definition: SpecDefinition, programs: readonly Program[]): string[] {
  const { id, description, doc, falseAlarms = [] } = definition
  const sections = ['Violating', 'Conforming', 'When not to use it', 'Known false alarms', 'Documentation']
  const says = (section: string, text: string) => page.sections[section]?.includes(text) === true
  return [
    ...(page.title === id ? [] : [`the page is titled ${page.title}`]),
    ...(page.rule === description ? [] : ['the page does not begin with the description of the spec']),
    ...sections.filter((name) => !page.sections[name]).map((name) => `the page has no section "${name}"`),
    ...(says('Documentation', `<${doc}>`) ? [] : [`the page does not link to ${doc}`]),
    ...falseAlarms
      .filter((alarm) => !says('Known false alarms', alarm))
      .map((alarm) => `the page does not name the false alarm "${alarm}"`),
    ...['Violating', 'Conforming']
      .filter((section) => !page.blocks.some((block) => block.section === section))
      .map((section) => `the page shows no code under "${section}"`),
    ...page.blocks.flatMap((block) => blockFaults(block, programs)),
  ]
}

function blockFaults(block: Block, programs: readonly Program[]): string[] {
  const kind = block.section.toLowerCase()
  for (const program of programs) {
    const at = program.kind === kind ? findBlock(block, program) : undefined
    if (at === undefined) continue
    const shown = program.marks.filter(({ line, own }) => own && line >= at && line < at + block.lines.length)
    return shown.length > 0 || kind === 'conforming' ? [] : ['the violating code of the page has no marked line']
  }
  return [`no ${kind} program has the code of the page:\n${block.lines.join('\n')}`]
}

export function readPrograms(folder: string): Program[] {
  return filesOf(folder).flatMap((name) => {
    const kind = /^(violating|conforming)\/.*\.[cm]js$/.exec(name)?.[1] as ProgramKind | undefined
    if (kind === undefined) return []
    const file = path.join(folder, name)
    const lines = readFileSync(file, 'utf8').split('\n')
    return [{ kind, name, file, lines, marks: lines.flatMap(readMark) }]
  })
}

function readMark(text: string, index: number): Mark[] {
  const found = /\/\/ violation(?: (?<by>\+|by) (?<others>[\w/, -]+))?$/.exec(text)
  if (found === null) return []
  const { by, others } = found.groups!
  return [{ line: index + 1, own: by !== 'by', others: others?.split(', ') ?? [] }]
}

function readPage(text: string): Page {
  const [head = '', ...parts] = text.split(/^## /m)
  const sections: Record<string, string> = {}
  const blocks: Block[] = []
  for (const part of parts) {
    const end = part.indexOf('\n')
    const section = part.slice(0, end)
    sections[section] = part.slice(end + 1).trim()
    for (const [, code] of part.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm))
      blocks.push({ section, lines: code!.split('\n') })
  }
  const [title, rule] = head.split('\n\n')
  return { title: /^# (.+)$/.exec(title ?? '')?.[1], rule: rule?.trim(), sections, blocks }
}

/** Where the lines of a block stand in a program, whatever their indentation: the number of the first, or undefined. */
function findBlock({ lines }: Block, program: Program): number | undefined {
  const wanted = outdent(lines)
  for (let at = 0; at + wanted.length <= program.lines.length; at += 1) {
    const found = outdent(program.lines.slice(at, at + wanted.length))
    if (found.every((line, i) => line === wanted[i])) return at + 1
  }
  return undefined
}

function outdent(lines: readonly string[]): string[] {
  const margins = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length)
  const margin = Math.min(...margins)
  return lines.map((line) => line.slice(margin))
}

/** By program, the lines that must be reported, and by which specs: the folder's own, and those that its marks name. */
export function markedLines(programs: readonly Program[], id: string, together: boolean): ReportedLines[] {
  return programs.map(({ name, marks }) => ({
    name,
    lines: marks
      .flatMap(({ line, own, others }) =>
        [...(own ? [id] : []), ...(together ? others : [])].map((spec) => `${line} ${spec}`),
      )
      .sort(),
  }))
}

export interface ReportedLines {
  readonly name: string
  /** `<line> <spec>` */
  readonly lines: readonly string[]
}

function folders(place: string): string[] {
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}
