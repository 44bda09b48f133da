/** A fixture as a project of its own: in a temporary folder, with the packages that it uses. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { packages } from './modes.ts'

const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url))

/** Packages in exact versions, installed once and kept. */
export function install(wanted: Readonly<Record<string, string>>): string {
  const name = createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 12)
  const home = path.join(tmpdir(), `jsmop-packages-${name}`)
  const ready = path.join(home, '.ready')
  if (existsSync(ready)) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(path.join(home, 'package.json'), JSON.stringify({ private: true, dependencies: wanted }))
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: home, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the packages of the fixtures cannot be installed: ${stderr}`)
  writeFileSync(ready, '')
  return home
}

/** The folder of a fresh copy; `dispose` removes it. */
export function project(
  fixture: string,
  set: keyof typeof packages,
): { readonly cwd: string; readonly dispose: () => void } {
  const cwd = mkdtempSync(path.join(tmpdir(), 'jsmop-fixture-'))
  cpSync(path.join(fixtures, 'code'), cwd, { recursive: true })
  cpSync(path.join(fixtures, fixture), cwd, { recursive: true })
  symlinkSync(path.join(install(packages[set]), 'node_modules'), path.join(cwd, 'node_modules'))
  return { cwd, dispose: () => rmSync(cwd, { recursive: true, force: true }) }
}

/** The line that is marked with `breaks <spec>`. */
export function brokenLine(cwd: string, file: string, spec: string): number {
  const lines = readFileSync(path.join(cwd, file), 'utf8').split('\n')
  return lines.findIndex((line) => line.includes(`breaks ${spec}`)) + 1
}
