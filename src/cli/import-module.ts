/**
 * Modules that users write, configurations and specs, in TypeScript or JavaScript. `jsmop` in them means the JSMOP that runs,
 * whether or not the project has it installed: `npx jsmop` needs no dependency.
 */

import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The library face: a source where sources run, a built file where the package runs. */
const face = new URL(`../index${path.extname(fileURLToPath(import.meta.url))}`, import.meta.url).href

/** The default export. */
export async function importModule(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const jsmop: unknown = await import(face)
  return createJiti(file, { virtualModules: { jsmop } }).import(file, { default: true })
}
