/** Bundles a bench's program from the sources, so that benches measure what is in the working tree and need no build. */
import { build } from 'esbuild'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export async function bundle(entry) {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsmop-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outfile = path.join(folder, `${path.parse(entry).name}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2023',
    minifySyntax: true,
    conditions: ['jsmop-source'],
    external: ['@viz-js/viz'],
    logLevel: 'error',
  })
  return outfile
}
