/**
 * What real projects showed of the specs: `specs/evidence.json`, which `npm run survey` writes. Read by the command line;
 * built packages carry it beside the specs.
 */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { CompiledSpec } from '../spec/compiled-spec.ts'
import { specsFolder } from './read-catalogue.ts'

/**
 * Of one event: how often it was signalled, on how many projects; and for an event with a condition, how often an
 * operation came that far, on how many projects.
 */
export type EventEvidence = readonly [signals: number, projects: number, asked?: number, projectsAsked?: number]

/** By event. */
export type SpecEvidence = Readonly<Record<string, EventEvidence>>

export interface Evidence {
  /** When the projects were run, and the commit of JSMOP that ran them. */
  readonly date: string
  readonly commit: string
  /** `name@version`. */
  readonly projects: readonly string[]
  /** By id. */
  readonly specs: Readonly<Record<string, SpecEvidence>>
}

export function readEvidence(): Evidence | undefined {
  const file = path.join(specsFolder, 'evidence.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Evidence) : undefined
}

/**
 * Whether some project gave the spec something to judge: an event that creates a monitor, or, where a condition alone
 * tells right from wrong, an operation that came to it. Of a spec that none did nothing is known.
 */
export function isProven(
  { events, template }: Pick<CompiledSpec, 'events' | 'template'>,
  evidence: SpecEvidence | undefined,
): boolean {
  return events.some(({ name, creation }) => {
    const [, projects = 0, , projectsAsked = 0] = evidence?.[name] ?? []
    return creation && (projects > 0 || (template.logic === 'raw' && projectsAsked > 0))
  })
}
