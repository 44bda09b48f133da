/** `json`: the result as `result.json` keeps it. */

import type { Result } from './result.ts'

export function renderJson(result: Result): string {
  return `${JSON.stringify(result, null, 2)}\n`
}
