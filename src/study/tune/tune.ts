/**
 * Tuning: searches a space of configurations by evaluating some of them, in parallel, and remembers each evaluation at
 * once, so that a search that was interrupted goes on where it was. What is evaluated, and where, is the caller's
 * business: `evaluate(point)` gives the losses, a pool does the work.
 */

import { Random, seedFor } from '../../engine/select/random.ts'
import type { Pool } from '../pool.ts'
import { type Point, proposePoint, type Space, type Trial } from './parzen.ts'

export interface Tuning<Task, Report> {
  /** Tells its tasks from those of other searches in the same pool. */
  readonly name: string
  readonly space: Space
  /** How many trials there are to be in the end. */
  readonly trials: number
  /** Trials of earlier, in their order. */
  readonly known: readonly Trial[]
  readonly parallel: number
  readonly seed: number
  readonly pool: Pool<Task, Report>
  readonly task: (point: Point) => Task
  /** The losses that a report tells of; undefined for a run that failed. */
  readonly losses: (report: Report) => readonly number[] | undefined
  /** Told of each trial that has ended, in the order in which they do. */
  readonly onTrial: (trial: Trial, report: Report) => void
}

/** All trials, those known before included. */
export async function tune<Task, Report>(tuning: Tuning<Task, Report>): Promise<Trial[]> {
  const { space, known, pool, seed } = tuning
  const trials: Trial[] = [...known]
  let begun = known.length
  const search = async (): Promise<void> => {
    while (begun < tuning.trials) {
      const number = begun++
      // The seed of a proposal is its own, so that going on does not repeat what was proposed.
      const point = proposePoint(space, trials, new Random(() => seedFor(seed, `trial ${number}`)))
      const place = trials.push({ point, losses: undefined }) - 1
      let told = false
      await pool.submit(
        `${tuning.name} ${number}`,
        () => tuning.task(point),
        (report) => {
          // A worker that dies after its report has another do the same again.
          if (told) return
          told = true
          const trial = { point, losses: tuning.losses(report) }
          trials[place] = trial
          tuning.onTrial(trial, report)
        },
      )
    }
  }
  await Promise.all(Array.from({ length: tuning.parallel }, search))
  return trials
}
