/**
 * A study's results in one SQLite file. A run is one row that appears whole or not at all, under a key that admits one:
 * what a crash interrupted was never there, and what arrives twice counts once. Definitions are kept beside the runs
 * that they produced, so that a changed study file cannot mix what is not comparable.
 *
 * libsql is used because it installs without a compiler, runs on Node 20 and keeps its file whole when the process is
 * killed; node:sqlite and better-sqlite3 need a later Node, node-sqlite3-wasm leaves a lock behind.
 */

import { gunzipSync, gzipSync } from 'node:zlib'
import type { Database } from 'libsql'
import { UserError } from '../diagnostics/user-error.ts'
import { optionalPeer } from './optional-peer.ts'
import type { Outcome } from './outcome.ts'
import type { FinishedRun, RunRecord } from './run-record.ts'
import type { Configuration, Subject } from './study.ts'
import { traceSetOf } from './trace-set.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS configurations (name TEXT PRIMARY KEY, definition TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS subjects (
    id TEXT PRIMARY KEY, project TEXT NOT NULL, version TEXT NOT NULL, definition TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'unknown' CHECK (status IN ('unknown', 'ready', 'set aside')), reason TEXT);
  CREATE TABLE IF NOT EXISTS runs (
    subject TEXT NOT NULL REFERENCES subjects (id), configuration TEXT NOT NULL, repetition INTEGER NOT NULL,
    machine TEXT NOT NULL, started TEXT NOT NULL, exit_code INTEGER NOT NULL, wall_ms REAL NOT NULL,
    cpu_ms REAL NOT NULL, peak_bytes INTEGER, difference TEXT, record TEXT NOT NULL, outcome BLOB,
    PRIMARY KEY (subject, configuration, repetition));
  CREATE TABLE IF NOT EXISTS traces (
    subject TEXT NOT NULL REFERENCES subjects (id), digest TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (subject, digest)) WITHOUT ROWID;
`

/** A run in the store: `difference` is undefined where it went as the plain runs went. */
export interface StoredRun extends RunRecord {
  readonly difference: string | undefined
}

export interface StoredSubject {
  readonly subject: Subject
  readonly status: 'unknown' | 'ready' | 'set aside'
  readonly reason: string | undefined
}

/** What reports read: a store, or an export of one (`export-study.ts`). */
export interface StudyRecords {
  fact(name: string): unknown
  configurations(): Configuration[]
  subjects(): StoredSubject[]
  runs(): StoredRun[]
}

export class StudyStore implements StudyRecords {
  readonly #database: Database

  private constructor(database: Database) {
    this.#database = database
  }

  static async open(file: string): Promise<StudyStore> {
    const { default: Libsql } = await optionalPeer('libsql', () => import('libsql'), 'A study')
    const database = new Libsql(file)
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA busy_timeout = 10000')
    database.exec(schema)
    return new StudyStore(database)
  }

  close(): void {
    this.#database.close()
  }

  fact(name: string): unknown {
    const row = this.#database.prepare('SELECT value FROM facts WHERE name = ?').get(name)
    return row === undefined ? undefined : (JSON.parse((row as { value: string }).value) as unknown)
  }

  setFact(name: string, value: unknown): void {
    this.#database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(name, JSON.stringify(value))
  }

  /** A definition that differs from the one its runs were made with is refused. */
  define(subjects: readonly Subject[], configurations: readonly Configuration[]): void {
    for (const configuration of configurations) {
      this.#refuseChange('configuration', configuration.name, configuration)
      this.#database
        .prepare('INSERT OR IGNORE INTO configurations VALUES (?, ?)')
        .run(configuration.name, JSON.stringify(configuration))
    }
    for (const subject of subjects) {
      this.#refuseChange('subject', subject.id, subject)
      this.#database
        .prepare('INSERT OR IGNORE INTO subjects (id, project, version, definition) VALUES (?, ?, ?, ?)')
        .run(subject.id, subject.project, subject.version, JSON.stringify(subject))
    }
  }

  #refuseChange(what: 'configuration' | 'subject', name: string, definition: object): void {
    const key = what === 'configuration' ? 'name' : 'id'
    const row = this.#database.prepare(`SELECT definition FROM ${what}s WHERE ${key} = ?`).get(name)
    if (row === undefined || (row as { definition: string }).definition === JSON.stringify(definition)) return
    throw new UserError({
      code: 'study-changed',
      message: `the ${what} "${name}" is not what it was when its stored runs were made`,
      remedy: `Give it another name, or store the results elsewhere with --out.`,
    })
  }

  configurations(): Configuration[] {
    const rows = this.#database.prepare('SELECT definition FROM configurations ORDER BY rowid').all()
    return rows.map((row) => JSON.parse((row as { definition: string }).definition) as Configuration)
  }

  subjects(): StoredSubject[] {
    const rows = this.#database.prepare('SELECT definition, status, reason FROM subjects ORDER BY rowid').all()
    return rows.map((row) => {
      const { definition, status, reason } = row as Pick<StoredSubject, 'status'> & {
        definition: string
        reason: string | null
      }
      return { subject: JSON.parse(definition) as Subject, status, reason: reason ?? undefined }
    })
  }

  judge(subject: string, status: 'ready' | 'set aside', reason: string | undefined): void {
    this.#database
      .prepare('UPDATE subjects SET status = ?, reason = ? WHERE id = ?')
      .run(status, reason ?? null, subject)
  }

  /** False when a run with this key is there already: the first one counts. `keepsOutcome` stores its outputs too. */
  add({ record: made, outcome, traces }: FinishedRun, difference: string | undefined, keepsOutcome: boolean): boolean {
    const record = traces === undefined ? made : this.#withTraces(made, traces)
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        record.subject,
        record.configuration,
        record.repetition,
        record.machine,
        record.started,
        record.exitCode,
        record.wallMs,
        record.cpuMs,
        record.peakBytes ?? null,
        difference ?? null,
        JSON.stringify(record),
        keepsOutcome ? gzipSync(JSON.stringify(outcome)) : null,
      )
    return changes === 1
  }

  /** Numbers the traces of a subject as they are first met; a number that no stored run has does no harm. */
  #withTraces(record: RunRecord, digests: readonly string[]): RunRecord {
    if (record.monitoring === undefined) return record
    const rows = this.#database.prepare('SELECT digest, number FROM traces WHERE subject = ?').all(record.subject)
    const numbers = new Map(
      (rows as { digest: string; number: number }[]).map(({ digest, number }) => [digest, number]),
    )
    const insert = this.#database.prepare('INSERT INTO traces VALUES (?, ?, ?)')
    const numberOf = (digest: string): number => {
      const known = numbers.get(digest) ?? numbers.size
      if (known === numbers.size) {
        insert.run(record.subject, digest, known)
        numbers.set(digest, known)
      }
      return known
    }
    let traceSet = ''
    this.#database.transaction(() => (traceSet = traceSetOf(digests.map(numberOf))))()
    return { ...record, monitoring: { ...record.monitoring, traceSet } }
  }

  runs(): StoredRun[] {
    const rows = this.#database.prepare('SELECT record, difference FROM runs ORDER BY rowid').all()
    return rows.map((row) => {
      const { record, difference } = row as { record: string; difference: string | null }
      return { ...(JSON.parse(record) as RunRecord), difference: difference ?? undefined }
    })
  }

  /** Outputs of a subject's runs under a configuration that keeps them. */
  outcomes(subject: string, configuration: string): Outcome[] {
    const statement = `SELECT outcome FROM runs WHERE subject = ? AND configuration = ? AND outcome IS NOT NULL
                       ORDER BY repetition`
    const rows = this.#database.prepare(statement).all(subject, configuration)
    return rows.map((row) => {
      const { outcome } = row as { outcome: Uint8Array | ArrayBuffer }
      return JSON.parse(gunzipSync(outcome).toString('utf8')) as Outcome
    })
  }
}
