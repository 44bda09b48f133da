/** What the build writes into `catalogue.jsonl`, for `catalogue.ts` to read. */

import path from 'node:path'
import { specsFolder } from '../load/read-catalogue.ts'
import { choosable, type Contents, definedSpecs } from './catalogue.ts'
import type { PreparedSpec } from './prepare-spec.ts'
import { version } from './version.ts'

export async function printCatalogue(): Promise<string> {
  const specs = await definedSpecs()
  const contents: Contents = { jsmop: version(), specs: specs.map(choosable) }
  const prepared = await Promise.all(specs.map(async (spec) => inPackage(await spec.prepare())))
  return `${[contents, ...prepared].map((line) => JSON.stringify(line)).join('\n')}\n`
}

function inPackage(spec: PreparedSpec): PreparedSpec {
  const relative = (file: string): string => path.relative(specsFolder, file).split(path.sep).join('/')
  return { ...spec, modules: spec.modules.map((module) => ({ ...module, file: relative(module.file) })) }
}
