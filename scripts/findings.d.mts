type Judgement = 'true bug' | 'false alarm' | 'difficult to inspect'

export interface Finding {
  readonly found: 'tests' | 'program'
  readonly project: string
  readonly version: string
  /** The package of the place, if it is not the project. */
  readonly package?: string
  readonly spec: string
  /** The least preset that held the spec when it was run. */
  readonly preset: 'recommended' | 'strict' | 'all'
  readonly origin: 'project' | 'dependency' | 'test' | 'runtime'
  readonly file: string
  readonly line: number
  /** How often it was seen. */
  readonly count: number
  readonly verdict?: Judgement | 'harmless'
  readonly reason?: string
  /** What two judges said, each without knowing of the other; harmless counts as a false alarm here. */
  readonly first?: Judgement
  readonly second?: Judgement
  /** Why a disagreement was settled as it was. */
  readonly settled?: string
  readonly reproduction?: string
  /** The spec was sharpened, and reports this no more. */
  readonly mended?: true
}

export interface Findings {
  readonly projects: readonly { readonly name: string; readonly version: string; readonly violations: number }[]
  readonly programs: readonly { readonly name: string; readonly version: string }[]
  readonly violations: readonly Finding[]
}

export function readFindings(): Findings
export function kappa(pairs: readonly (readonly [string, string])[]): number
export function falseAlarmShares(violations: readonly Finding[]): ReadonlyMap<string, number>
export function withFindings(text: string, findings: Findings, isRecommended: (id: string) => boolean): string
