export interface SeedRecord {
  readonly date: string
  readonly jsmop: string
  readonly node: string
  readonly machine: string
  readonly random: number
  readonly tried: number
  readonly seeds: readonly {
    readonly subject: string
    readonly from: string
    readonly to: string
    readonly seed: { readonly sleeping: boolean }
    readonly variants: Readonly<
      Record<
        string,
        {
          readonly fate: 'found' | 'notSelected' | 'notWoven' | 'unexplained'
          readonly why?: string
          readonly specs: number
          readonly affected: number
          readonly falseAlarms: number
        }
      >
    >
  }[]
}

export function renderSeeds(record: SeedRecord): string
