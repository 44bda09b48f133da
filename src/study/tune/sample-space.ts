/** The hyperparameters of `--sample` that tuning searches, for the default policy and for the paper's. */

import type { Point, Space } from './parzen.ts'

export type Policy = 'valg' | 'paper'

export const sampleSpaces: Readonly<Record<Policy, Space>> = {
  valg: {
    first: { low: 1, high: 64, scale: 'logarithmic', whole: true },
    perContext: { low: 0, high: 6, scale: 'linear', whole: true },
    rate: { low: 0.001, high: 0.5, scale: 'logarithmic' },
    growth: { low: 1.05, high: 8, scale: 'logarithmic' },
    longest: { low: 10, high: 100_000, scale: 'logarithmic', whole: true },
    lag: { low: 1, high: 64, scale: 'logarithmic', whole: true },
  },
  paper: {
    alpha: { low: 0.01, high: 1, scale: 'linear' },
    epsilon: { low: 0, high: 1, scale: 'linear' },
    delta: { low: 1e-6, high: 0.5, scale: 'logarithmic' },
    create: { low: 0, high: 10, scale: 'linear' },
    skip: { low: 0, high: 10, scale: 'linear' },
    lag: { low: 1, high: 64, scale: 'logarithmic', whole: true },
  },
}

/** A point as `--sample` writes it. */
export function sampleText(policy: Policy, point: Point): string {
  const settings = Object.entries(point).map(([name, value]) => `${name}=${value}`)
  return `valg:${policy === 'paper' ? 'paper' : 'default'},${settings.join(',')}`
}
