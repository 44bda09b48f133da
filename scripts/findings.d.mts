export interface Finding {
  readonly spec: string
  readonly project: string
  readonly version: string
  readonly file: string
  readonly line: number
  readonly origin: 'project' | 'test' | 'dependency' | 'runtime'
  readonly verdict: 'true bug' | 'false alarm' | 'difficult'
  readonly harmless?: boolean
  /** By how many people, independently. */
  readonly looks: 1 | 2
  /** Whether two gave the same verdict. */
  readonly agreed?: boolean
  /** Whether the spec as it is reports it no longer. */
  readonly mended?: boolean
  readonly reason: string
}

export interface Findings {
  readonly date: string
  readonly projects: number
  readonly places: number
  readonly findings: readonly Finding[]
}

export function readFindings(): Findings
export function isFalseAlarm(finding: Finding): boolean
export function bySpec(
  findings: readonly Finding[],
): readonly { readonly spec: string; readonly own: readonly Finding[]; readonly share: number }[]
export function findingsPage(findings: Findings, presetOf: (id: string) => string): string
