/**
 * Gets a subject's files into a folder of its own and installs what it needs. Done in a folder beside and moved into place
 * when complete, so that a folder that is there is whole; what was prepared once is used by every later study. Installing
 * for a date (`before`) pins the packages that the subject's own manifest leaves open.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Source, Subject } from './study.ts'

export interface PreparedSubject {
  /** Where its commands run. */
  readonly folder: string
  /** Of the installed packages, as far as npm wrote down what it installed: equal digests, equal dependencies. */
  readonly lockDigest: string | undefined
}

/** Why a subject cannot take part. Not a fault of anyone here: the study goes on without it. */
export class SubjectRefused extends Error {
  override readonly name = 'SubjectRefused'
}

/** Minutes for one step. */
const patience = 15

export async function prepareSubject(subject: Subject, cache: string): Promise<PreparedSubject> {
  const home = path.join(cache, 'subjects', folderName(subject))
  const prepared = path.join(home, 'prepared.json')
  if (!existsSync(prepared)) {
    mkdirSync(path.dirname(home), { recursive: true })
    const making = mkdtempSync(`${home}.`)
    try {
      const project = path.join(making, 'project')
      mkdirSync(project)
      await fetchSource(subject.source, project, making)
      await runStep(subject.install, project, subject.before)
      // Monitoring keeps its caches there; else they would be in the temporary folder, and every run has one of its own.
      mkdirSync(path.join(project, 'node_modules'), { recursive: true })
      const lock = lockFiles.map((name) => path.join(project, name)).find((file) => existsSync(file))
      const lockDigest = lock === undefined ? undefined : digest(readFileSync(lock))
      writeFileSync(path.join(making, 'prepared.json'), JSON.stringify({ subject, lockDigest }, null, 2))
      moveInto(making, home)
    } finally {
      rmSync(making, { recursive: true, force: true })
    }
  }
  const { lockDigest } = JSON.parse(readFileSync(prepared, 'utf8')) as { lockDigest?: string }
  return { folder: path.join(home, 'project'), lockDigest }
}

/** All of them, some at a time: waiting for the network is most of it. */
export async function prepareSubjects(
  subjects: readonly Subject[],
  cache: string,
  refuse: (subject: Subject, reason: string) => void,
): Promise<void> {
  const waiting = [...subjects]
  const prepareSome = async (): Promise<void> => {
    for (let subject = waiting.shift(); subject !== undefined; subject = waiting.shift()) {
      try {
        await prepareSubject(subject, cache)
      } catch (error) {
        if (!(error instanceof SubjectRefused)) throw error
        refuse(subject, error.message)
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, prepareSome))
}

const lockFiles = ['node_modules/.package-lock.json', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml']

/** Everything that decides what is in the folder is in its name. */
function folderName(subject: Subject): string {
  const { source, install, before } = subject
  const content = source.kind === 'folder' ? digestFolder(source.folder) : ''
  const readable = subject.id.replaceAll(/[^\w.@-]+/g, '-')
  return `${readable}-${digest(JSON.stringify([source, install, before, content])).slice(0, 12)}`
}

async function fetchSource(source: Source, project: string, scratch: string): Promise<void> {
  switch (source.kind) {
    case 'npm': {
      const wanted = `${source.name}@${source.version}`
      await execute(
        'npm',
        ['pack', '--loglevel=error', '--ignore-scripts', '--pack-destination', scratch, wanted],
        scratch,
        {},
      )
      const archive = readdirSync(scratch).find((name) => name.endsWith('.tgz'))!
      await execute('tar', ['-xzf', path.join(scratch, archive), '--strip-components', '1', '-C', project], scratch, {})
      rmSync(path.join(scratch, archive))
      return
    }
    case 'git': {
      await execute('git', ['init', '-q'], project, {})
      await execute('git', ['fetch', '-q', '--depth', '1', source.repository, source.commit], project, {})
      await execute('git', ['checkout', '-q', 'FETCH_HEAD'], project, {})
      return
    }
    case 'folder': {
      if (!existsSync(source.folder)) throw new SubjectRefused(`there is no folder ${source.folder}`)
      cpSync(source.folder, project, { recursive: true, verbatimSymlinks: true, filter: isContent })
    }
  }
}

/** Results and caches of earlier runs are not part of a project. */
function isContent(file: string): boolean {
  return !/[\\/](?:\.jsmop|\.git|node_modules[\\/]\.cache)$/.test(file)
}

async function runStep(command: string, cwd: string, before: string | undefined): Promise<void> {
  const pinned = before === undefined ? {} : { npm_config_before: before }
  await execute('bash', ['-c', command], cwd, { npm_config_audit: 'false', npm_config_fund: 'false', ...pinned })
}

function execute(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { cwd, env: { ...process.env, ...env }, timeout: patience * 60_000, maxBuffer: 1e9 },
      (error, stdout, stderr) => {
        if (error === null) return resolve()
        const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'))
        const said = lines.slice(0, 4).join(' · ').slice(0, 400)
        // The last argument says what it was about; the others are places of ours.
        const shown = program === 'bash' ? args.at(-1)! : `${program} ${args[0]!} ${args.at(-1)!}`
        reject(new SubjectRefused(`\`${shown}\` failed: ${said === '' ? error.message : said}`))
      },
    )
  })
}

function moveInto(making: string, home: string): void {
  try {
    renameSync(making, home)
  } catch (error) {
    // Another worker prepared the same subject meanwhile.
    if (!existsSync(path.join(home, 'prepared.json'))) throw error
  }
}

function digestFolder(folder: string): string {
  if (!existsSync(folder)) return ''
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && isContent(path.join(folder, name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const file = path.join(folder, entry.name)
    hash.update(`${entry.name}\n`)
    if (entry.isDirectory()) hash.update(digestFolder(file))
    else if (entry.isFile()) hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}

export function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
