/**
 * Real database servers for programs that need one: PostgreSQL and Redis from the system, or installed from Debian's
 * packages where we may. One of each per process of the tests, started when first wanted, gone when the process is.
 */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isExecutable, onPath, systemProgram } from './system-program.ts'

interface Database {
  /** Texts of programs that need it. */
  readonly wanted: RegExp
  readonly debianPackage: string
  readonly find: () => string | undefined
  /** What tells programs where the server is. */
  readonly environment: (folder: string) => Readonly<Record<string, string>>
}

const databases: Readonly<Record<string, Database>> = {
  postgres: {
    wanted: /\b(?:from|require)\b.*['"]pg(?:-\w+)?['"]/,
    debianPackage: 'postgresql',
    find: () => onPath('postgres') ?? newestPostgres(),
    environment: (folder) => ({ PGHOST: folder, PGUSER: 'jsmop', PGDATABASE: 'postgres' }),
  },
  redis: {
    wanted: /\b(?:from|require)\b.*['"]ioredis['"]/,
    debianPackage: 'redis-server',
    find: () => onPath('redis-server'),
    environment: (folder) => ({ REDIS_SOCKET: path.join(folder, 'redis.sock') }),
  },
}

const started = new Map<string, Promise<Readonly<Record<string, string>>>>()

/** The environment for programs with these texts, once the servers that they need answer. */
export async function databaseEnvironment(texts: readonly string[]): Promise<Record<string, string>> {
  const environment: Record<string, string> = {}
  for (const [name, database] of Object.entries(databases)) {
    if (!texts.some((text) => database.wanted.test(text))) continue
    if (!started.has(name)) started.set(name, start(name, database))
    Object.assign(environment, await started.get(name))
  }
  return environment
}

async function start(name: string, { find, debianPackage, environment }: Database) {
  const binary = systemProgram({ find, debianPackage, need: 'Tests of specs on databases need a server' })
  // Addresses of sockets are short.
  const folder = mkdtempSync(path.join(tmpdir(), `jsmop-${name}-`))
  const keeper = fileURLToPath(new URL('serve-database.mjs', import.meta.url))
  const child = spawn(process.execPath, [keeper, name, binary, folder], { stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready:\n${said}`)))
  })
  // It ends when our end of its standard input is closed, by whatever ends this process.
  for (const part of [child, child.stdin, child.stdout, child.stderr]) (part as unknown as { unref(): void }).unref()
  return environment(folder)
}

/** Debian keeps the server off the PATH, by version. */
function newestPostgres(): string | undefined {
  const folder = '/usr/lib/postgresql'
  if (!existsSync(folder)) return undefined
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => path.join(folder, version, 'bin/postgres')).find(isExecutable)
}
