/**
 * Builds `dist`: one JavaScript file and its types per source file, by the TypeScript compiler, and bundles for
 * monitored processes, by esbuild, because those must load few files and run where `import` is not yet possible:
 *
 * - `preload.cjs`: finds the run, loads the runtime;
 * - `runtime.cjs`: everything that every monitored process needs;
 * - `weaver.cjs`: the weaver and its parser, for texts that are not cached;
 * - `synthesis.cjs`: the logics, for the few properties that have no table;
 * - `loader.mjs`: the hooks on ES modules that Node 20 runs on a thread of their own;
 * - `specs/<id>/spec.cjs`: the specs of the catalogue, for those that have code.
 *
 * For the command line, so that starting it reads few files:
 *
 * - `jsmop.cjs`: the executable, which loads the next one through V8's code cache;
 * - `command-line.cjs`: all commands, of which V8 compiles what a command needs;
 * - `catalogue.jsonl` and `catalogue-texts`: every spec of the catalogue, checked, synthesized and planned
 *   (`src/cli/print-catalogue.ts`).
 *
 * And, for browsers, `report-app.js` and `report-app.css`: the program of the HTML report.
 *
 * `--bundles <dir>` writes only the bundles, there, from the sources: for tests that run without a build.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleReportApp } from './bundle-report-app.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  conditions: ['jsmop-source'],
  logLevel: 'warning',
  legalComments: 'none',
}

/** For modules that ask for their address, which most paths are as they stand. */
const address = `const jsmopBundleUrl = /^[\\w/.-]+$/.test(__filename) ? 'file://' + __filename : require('node:url').pathToFileURL(__filename).href`

/**
 * What bundles use of the language and of Node while a program runs, which may replace it: tests of browser code set `process` to
 * nothing, those of polyfills take `Map` away. Not what Node gives lazily.
 */
const globals =
  'process Buffer Object Function Array String Number Boolean BigInt Symbol JSON Math Date RegExp Error TypeError RangeError SyntaxError ' +
  'Map Set WeakMap WeakSet WeakRef FinalizationRegistry Promise Proxy Reflect ArrayBuffer Uint8Array Int32Array Float64Array'
const keptGlobals = `const {${globals.split(' ').join(',')}}=globalThis;`

const cjs = {
  ...shared,
  format: 'cjs',
  define: { 'import.meta.url': 'jsmopBundleUrl' },
  banner: { js: `'use strict';${keptGlobals}${address}` },
}

/** As the function that `cached-script.ts` compiles, whole, so that no process puts half a megabyte of text together. */
const asFunction = {
  ...cjs,
  minifyWhitespace: true,
  banner: { js: `(function (exports, require, module, __filename, __dirname) {${cjs.banner.js}` },
  footer: { js: '})' },
}

export async function bundle(folder) {
  const { build } = await import('esbuild')
  const specs = folders('specs').flatMap((api) => folders(`specs/${api}`).map((name) => `${api}/${name}`))
  const runtime = path.join(folder, 'runtime.cjs')
  await build({
    ...asFunction,
    entryPoints: [path.join(root, 'src/load/install.ts')],
    outfile: runtime,
    // Puts constants in place, which the engine's hot ways would load at each event.
    minifySyntax: true,
  })
  importWithoutCopies(runtime)
  const preload = path.join(folder, 'preload.cjs')
  await build({
    ...cjs,
    stdin: {
      contents: `import { preload } from './src/load/preload.ts'\npreload(__dirname, '${contentOf(runtime)}', module.constructor)`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile: preload,
    banner: { js: `'use strict'` },
    minifyWhitespace: true,
  })
  importWithoutCopies(preload)
  await build({
    ...cjs,
    entryPoints: [path.join(root, 'src/instrument/weave/weave.ts')],
    outfile: path.join(folder, 'weaver.cjs'),
  })
  await build({
    ...cjs,
    stdin: { contents: `export { synthesizeSpec } from './src/spec/check-formula.ts'`, resolveDir: root, loader: 'ts' },
    outfile: path.join(folder, 'synthesis.cjs'),
  })
  await build({
    ...shared,
    entryPoints: [path.join(root, 'src/load/esm-loader.ts')],
    outfile: path.join(folder, 'loader.mjs'),
    format: 'esm',
  })
  await build({
    ...shared,
    entryPoints: specs.map((id) => path.join(root, 'specs', id, 'spec.ts')),
    outbase: path.join(root, 'specs'),
    outdir: path.join(folder, 'specs'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minifyWhitespace: true,
    plugins: [plainExports],
    logOverride: { 'commonjs-variable-in-esm': 'silent' },
  })
  for (const name of ['weaver', 'synthesis']) readOwnNamesOnly(path.join(folder, `${name}.cjs`))
  const app = await bundleReportApp()
  writeFileSync(path.join(folder, 'report-app.js'), app.script)
  writeFileSync(path.join(folder, 'report-app.css'), app.style)
}

/**
 * Specs export the one thing that they have by an assignment. The helpers with which esbuild exports are half of such a
 * module, and took half of the time that a process needs to load it.
 */
const plainExports = {
  name: 'plain exports',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]spec\.ts$/ }, ({ path: file }) => {
      const parts = readFileSync(file, 'utf8').split(/^export default /m)
      if (parts.length !== 2) throw new Error(`${file} has not one default export.`)
      return { contents: parts.join('exports.default = '), loader: 'ts' }
    })
  },
}

/**
 * Makes what every process loads import modules of Node as they are. esbuild's helper gives a default import a copy of the
 * module with a getter for each of its names, of which `fs` alone has a hundred.
 */
function importWithoutCopies(file) {
  const copying = /__toESM ?= ?\(mod, ?isNodeMode, ?target\) ?=> ?\(target ?=[\s\S]*?mod\s*\)\)(?=[,;])/
  const text = readFileSync(file, 'latin1')
  if (!copying.test(text)) throw new Error(`${file} has another helper for imports than this build knows.`)
  writeFileSync(file, text.replace(copying, '__toESM=(mod)=>({__proto__:mod,default:mod})'), 'latin1')
}

/**
 * Makes what a program's process loads late export nothing but its own names. esbuild's helper goes over inherited ones,
 * too: those that a program gave to `Object.prototype`, with getters that may throw.
 */
function readOwnNamesOnly(file) {
  const inherited = /for ?\(var name in all\)/
  const text = readFileSync(file, 'utf8')
  if (!inherited.test(text)) throw new Error(`${file} has another helper for exports than this build knows.`)
  writeFileSync(file, text.replace(inherited, 'for(var name of Object.keys(all))'))
}

/**
 * The command line. Modules go on to find the package's files from where the compiler puts them, so in the bundle
 * `import.meta.url` of each is that address.
 */
async function bundleCommandLine(dist) {
  const { build } = await import('esbuild')
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const loadedAtOnce = ['acorn', '@jridgewell/trace-mapping']
  const addresses = {
    name: 'addresses of modules',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path: file }) => {
        const text = readFileSync(file, 'utf8')
        if (!text.includes('import.meta.url')) return undefined
        const compiled = path.relative(root, file).replace(/ts$/, 'js').split(path.sep).join('/')
        return {
          contents: text.replaceAll('import.meta.url', `new URL('${compiled}', import.meta.url).href`),
          loader: 'ts',
        }
      })
    },
  }
  const commands = path.join(dist, 'command-line.cjs')
  await build({
    ...asFunction,
    entryPoints: [path.join(root, 'src/cli/run-command-line.ts')],
    outfile: commands,
    // Faults are reported with their stacks.
    minifyWhitespace: false,
    // Code that comes out of the cache cannot import on Node 20.
    supported: { 'dynamic-import': false },
    external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !loadedAtOnce.includes(name)),
    plugins: [addresses],
  })
  const executable = path.join(dist, 'jsmop.cjs')
  await build({
    ...cjs,
    stdin: {
      contents: `import { start } from './src/cli/start.ts'\nvoid start(__dirname, '${contentOf(commands)}', module.constructor)`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile: executable,
    banner: { js: `#!/usr/bin/env node\n${cjs.banner.js}` },
  })
  chmodSync(executable, 0o755)
}

/** Names the content of a file. */
function contentOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}

function folders(place) {
  return readdirSync(path.join(root, place), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

async function buildPackage() {
  const dist = path.join(root, 'dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist, { recursive: true })
  run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'])
  await bundle(dist)
  for (const api of folders('specs')) {
    for (const name of folders(`specs/${api}`)) {
      const page = path.join(root, 'specs', api, name, 'README.md')
      if (existsSync(page)) cpSync(page, path.join(dist, 'specs', api, name, 'README.md'))
    }
  }
  cpSync(path.join(root, 'specs/evidence.json'), path.join(dist, 'specs/evidence.json'))
  const { printCatalogue } = await import(pathToFileURL(path.join(dist, 'src/cli/print-catalogue.js')).href)
  const { catalogue, texts } = await printCatalogue()
  writeFileSync(path.join(dist, 'catalogue.jsonl'), catalogue)
  writeFileSync(path.join(dist, 'catalogue-texts'), texts)
  await bundleCommandLine(dist)
  const { specSchema } = await import(pathToFileURL(path.join(dist, 'src/spec/spec-schema.js')).href)
  writeFileSync(path.join(dist, 'spec.schema.json'), `${JSON.stringify(specSchema, null, 2)}\n`)
  writeFileSync(path.join(dist, '.built'), '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--bundles') await bundle(path.resolve(process.argv[3]))
  else await buildPackage()
}
