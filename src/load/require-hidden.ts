/** Loads a CommonJS file of ours without leaving it in `require.cache`, where the program could see it. */

import { createRequire } from 'node:module'

export function requireHidden(file: string): unknown {
  const require = createRequire(file)
  const exports: unknown = require(file)
  hideModule(file)
  return exports
}

export function hideModule(file: string): void {
  delete createRequire(file).cache[file]
}
