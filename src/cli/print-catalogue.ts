/** What the build writes into `catalogue.jsonl` and `catalogue-texts`, for `catalogue.ts` and monitored processes to read. */

import path from 'node:path'
import { digest } from '../evolve/clean-checksum.ts'
import { specsFolder } from '../load/read-catalogue.ts'
import { choosable, type Contents, definedSpecs } from './catalogue.ts'
import { TextPacker } from './pack-texts.ts'
import type { PreparedSpec } from './prepare-spec.ts'
import { version } from './version.ts'

export interface PrintedCatalogue {
  readonly catalogue: string
  readonly texts: string
}

export async function printCatalogue(): Promise<PrintedCatalogue> {
  const specs = await definedSpecs()
  const packer = new TextPacker()
  const prepared = await Promise.all(specs.map((spec) => spec.prepare()))
  const lines = prepared.map((spec) => JSON.stringify(inPackage(spec, packer)))
  const { texts } = packer
  const contents: Contents = {
    jsmop: version(),
    digest: digest([...lines, texts].join('\n')),
    specs: specs.map(choosable),
  }
  return { catalogue: `${[JSON.stringify(contents), ...lines].join('\n')}\n`, texts }
}

function inPackage({ data, modules, ...rest }: PreparedSpec<string>, packer: TextPacker): PreparedSpec {
  const relative = (file: string): string => path.relative(specsFolder, file).split(path.sep).join('/')
  return {
    ...rest,
    data: packer.pack(data),
    modules: modules.map(({ file, text, ...module }) => ({ file: relative(file), text: packer.pack(text), ...module })),
  }
}
