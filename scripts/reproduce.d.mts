export interface Reproduction {
  readonly packages: readonly string[]
  readonly title: string
  readonly sees: string
}
export function listReproductions(): string[]
export function readReproduction(name: string): Reproduction
