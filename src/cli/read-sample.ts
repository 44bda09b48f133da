/** `--sample` as the commands take it: read, and held against the algorithm. */

import { UserError } from '../diagnostics/user-error.ts'
import { parseSample, type Sample } from '../engine/select/sample.ts'

/** Selection is built on D and E, which create monitors one by one while the program runs. */
export function readSample(text: string, algo: string): Sample {
  const sample = parseSample(text)
  if (sample.kind === 'none' || algo === 'D' || algo === 'E') return sample
  throw new UserError({
    code: 'sample-without-selection',
    message: `algorithm ${algo} cannot monitor selectively (--sample ${text})`,
    remedy: 'Use algorithm D or E, or --sample none.',
  })
}
