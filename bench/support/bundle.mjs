/** Bundles a bench's program from the sources, so that benches measure what is in the working tree and need no build. */
import { build } from 'esbuild'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export async function bundle(entry) {
  const outfile = path.join(mkdtempSync(path.join(tmpdir(), 'jsmop-bench-')), `${path.parse(entry).name}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2023',
    conditions: ['jsmop-source'],
    external: ['@viz-js/viz'],
    logLevel: 'error',
  })
  return outfile
}
