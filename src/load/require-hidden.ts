/**
 * Loads a CommonJS file of ours past Node's loader: the program sees it neither in `require.cache` nor by what it has put in
 * the place of functions that the loader calls (`fs.readFileSync`).
 */

import { createRequire } from 'node:module'
import path from 'node:path'
import { readFileSync, runScript, Script } from '../instrument/patch/originals.ts'

type Wrapper = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void

export function requireHidden(file: string): unknown {
  const text = readFileSync(file, 'utf8')
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: file,
  })
  const module = { exports: {} }
  ;(runScript(script) as Wrapper)(module.exports, createRequire(file), module, file, path.dirname(file))
  return module.exports
}

export function hideModule(file: string): void {
  delete createRequire(file).cache[file]
}
