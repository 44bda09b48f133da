/** The monitoring algorithms by name, as `--algo` spells them. */

import type { Algorithm } from './monitoring.ts'
import { createAlgorithmA } from './algorithm-a.ts'
import { createAlgorithmB } from './algorithm-b.ts'
import { createAlgorithmC } from './algorithm-c.ts'
import { createAlgorithmCPlus } from './algorithm-c-plus.ts'
import { createAlgorithmD } from './d/algorithm-d.ts'
import { createAlgorithmE } from './e/algorithm-e.ts'
import { monitorNothing } from './monitor-nothing.ts'

export const algorithms = {
  A: createAlgorithmA,
  B: createAlgorithmB,
  C: createAlgorithmC,
  'C+': createAlgorithmCPlus,
  D: createAlgorithmD,
  E: createAlgorithmE,
} as const satisfies Record<string, Algorithm>

export type AlgorithmName = keyof typeof algorithms

export const defaultAlgorithm: AlgorithmName = 'D'

/** What `--algo` of a run names: one of them, or `none`. */
export function algorithmNamed(name: string): Algorithm {
  return name === 'none' ? monitorNothing : algorithms[name as AlgorithmName]
}
