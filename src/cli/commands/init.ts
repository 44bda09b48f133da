/**
 * `jsmop init`: a small commented configuration and, for GitHub, a workflow. Nothing that exists is written over, and
 * what was written is remembered in `.jsmop/init.json`, so that `jsmop init --undo` takes it back unless it was changed.
 */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { UserError } from '../../diagnostics/user-error.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { findProject, type PackageManager, type Project } from '../find-runner.ts'
import { homeFolder } from '../folders.ts'
import type { Io } from '../io.ts'
import { presetVersion } from '../presets.ts'

interface Written {
  readonly file: string
  /** Of the text, to see whether it was changed since. */
  readonly hash: string
}

const workflow = '.github/workflows/jsmop.yml'

export const init: CommandFunction = ({ options }, io) => {
  if (options['undo'] === true) return undo(io)
  const project = findProject(io.cwd)
  const files = [
    { file: 'jsmop.config.ts', text: configurationText() },
    ...(existsSync(path.join(io.cwd, '.github')) || options['github'] === true
      ? [{ file: workflow, text: workflowText(project) }]
      : []),
  ]
  const lines = [`Found ${project.manager}${project.runner === undefined ? '' : ` and ${project.runner}`}.`]
  const written: Written[] = []
  for (const { file, text } of files) {
    const place = path.join(io.cwd, file)
    if (existsSync(place)) {
      lines.push(`${file} is there already and stays as it is.`)
      continue
    }
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, text)
    written.push({ file, hash: hashOf(text) })
    lines.push(`Wrote ${file}.`)
  }
  if (written.length > 0) {
    remember(written, io)
    lines.push('`jsmop init --undo` takes this back.')
  }
  lines.push('', 'Next:', `  ${runs[project.manager]} jsmop -- ${testCommand(project)}`)
  io.stdout.write(`${lines.join('\n')}\n`)
  return exitCode.ok
}

function undo(io: Io): number {
  const record = recordOf(io)
  if (!existsSync(record)) {
    throw new UserError({
      code: 'nothing-to-undo',
      message: 'jsmop init has written nothing here that it remembers',
      remedy: 'Delete jsmop.config.ts and what else you do not want.',
    })
  }
  const lines: string[] = []
  for (const { file, hash } of JSON.parse(readFileSync(record, 'utf8')) as Written[]) {
    const place = path.join(io.cwd, file)
    if (!existsSync(place)) continue
    if (hashOf(readFileSync(place, 'utf8')) !== hash) {
      lines.push(`${file} was changed since and stays.`)
      continue
    }
    rmSync(place)
    removeEmptyFolders(path.dirname(place), io.cwd)
    lines.push(`Removed ${file}.`)
  }
  rmSync(record)
  io.stdout.write(`${lines.join('\n')}\n`)
  return exitCode.ok
}

function removeEmptyFolders(folder: string, stop: string): void {
  for (let at = folder; at !== stop; at = path.dirname(at)) {
    try {
      rmdirSync(at)
    } catch {
      return
    }
  }
}

function recordOf(io: Io): string {
  return path.join(homeFolder(io.cwd), 'init.json')
}

function remember(written: readonly Written[], io: Io): void {
  const home = homeFolder(io.cwd)
  mkdirSync(home, { recursive: true })
  writeFileSync(path.join(home, '.gitignore'), '*\n')
  writeFileSync(recordOf(io), JSON.stringify(written))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** How each manager runs a program of a dependency, installs, and runs the tests. */
const runs: Record<PackageManager, string> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }
const installs: Record<PackageManager, string> = {
  npm: 'npm ci',
  pnpm: 'corepack enable && pnpm install --frozen-lockfile',
  yarn: 'corepack enable && yarn install --immutable',
  bun: 'npm install -g bun && bun install --frozen-lockfile',
}

function testCommand({ manager, test }: Project): string {
  return test === undefined ? 'node --test' : `${manager}${manager === 'bun' ? ' run' : ''} test`
}

function configurationText(): string {
  return `import { defineConfig } from 'jsmop'

export default defineConfig({
  // recommended: rules whose violations are bugs; strict: suspicious code as well; all: suggestions too.
  // With a version an upgrade of jsmop adds no rules unasked.
  preset: 'recommended@${presetVersion}',

  // One rule at a time: 'off', 'error', 'warning' or 'suggestion'. \`jsmop specs\` lists them.
  specs: {},

  // From this severity on, a green test run ends with code 3. 'never' only reports.
  failOn: 'error',

  // Places whose violations nobody wants to hear of:
  // ignore: [{ files: ['src/legacy/**'], specs: ['array/no-shift-during-iteration'], reason: 'rewritten next month' }],
})
`
}

function workflowText(project: Project): string {
  return `# Watches the test run for broken usage rules and shows them on the pull request.
name: jsmop
on: [push, pull_request]
jobs:
  jsmop:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${installs[project.manager]}
      - run: ${runs[project.manager]} jsmop --reporter text --reporter github --reporter html --out jsmop-results -- ${testCommand(project)}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: jsmop
          path: jsmop-results
`
}
