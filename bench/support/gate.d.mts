export interface Gate {
  readonly scenario: string
  readonly variant: string
  readonly against: string
}
export interface ScenarioResults {
  readonly scenario: string
  readonly results: readonly { readonly variant: string; readonly rounds: readonly number[] }[]
}
export interface Instructions {
  readonly node: string
  readonly counts: readonly {
    readonly scenario: string
    readonly variant: string
    readonly perEvent: number | undefined
  }[]
}
export interface Comparison {
  readonly what: string
  readonly before: number
  readonly after: number
  readonly worse: boolean
}
export const tolerance: { readonly ratio: number; readonly instructions: number }
export function compareRatios(
  gates: readonly Gate[],
  before: readonly ScenarioResults[],
  after: readonly ScenarioResults[],
): Comparison[]
export function compareInstructions(before: Instructions, after: Instructions): Comparison[]
export function judge(comparisons: readonly Comparison[]): { readonly passed: boolean; readonly text: string }
