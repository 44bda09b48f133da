/**
 * `npm run test:safeguards [-- <part of a name> …]`: takes each safeguard out of a copy of the sources, by itself, and expects
 * the named test to fail; with all of them in place each test must pass first. A safeguard whose place in the sources is
 * not found, or whose removal no test notices, fails the command.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { safeguards } from './safeguards.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(path.join(os.tmpdir(), 'jsmop-safeguards-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const name of [
  'src',
  'specs',
  'test',
  'scripts',
  'dist',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
])
  cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))

/** Whether the test passes; undefined when none of that title ran. */
function passes({ test, title, built = false }) {
  if (built) execute(process.execPath, ['scripts/build.mjs', '--bundles', 'dist'])
  const env = { ...process.env, ...(built ? {} : { JSMOP_TEST_SOURCE: '1' }) }
  const pattern = title.replaceAll(/[{}[\]()*+?.\\^$|]/g, String.raw`\$&`)
  const ended = execute('npx', ['--no-install', 'vitest', 'run', test, '-t', pattern, '--reporter=json'], env)
  const { numPassedTests, numFailedTests } = JSON.parse(ended.stdout.slice(ended.stdout.indexOf('{')))
  return numPassedTests + numFailedTests === 0 ? undefined : numFailedTests === 0
}

function execute(command, args, env = process.env) {
  return spawnSync(command, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/** Runs `work` with the safeguard taken out; undefined when its place is not there, or there more than once. */
function without({ file, find, replace }, work) {
  const place = path.join(copy, file)
  const text = readFileSync(place, 'utf8')
  const parts = text.split(find)
  if (parts.length !== 2) return undefined
  writeFileSync(place, parts.join(replace))
  try {
    return work()
  } finally {
    writeFileSync(place, text)
  }
}

const wanted = process.argv.slice(2)
const chosen = safeguards.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
let faults = chosen.length === 0 ? 1 : 0
const known = new Map()
for (const safeguard of chosen) {
  const { name, test, title } = safeguard
  const key = `${test} ${title}`
  if (!known.has(key)) known.set(key, passes(safeguard))
  const removed = known.get(key) === true ? without(safeguard, () => ({ passes: passes(safeguard) })) : undefined
  const said =
    known.get(key) !== true
      ? 'ITS TEST DOES NOT PASS WITH IT'
      : removed === undefined
        ? 'IS NOT WHERE IT WAS'
        : removed.passes === false
          ? 'noticed'
          : 'NOT NOTICED'
  if (said !== 'noticed') faults += 1
  console.log(`${said.padEnd(12)} ${name} (${test}: ${title})`)
}
console.log(`${chosen.length} safeguards, ${faults} faults`)
process.exitCode = faults > 0 ? 1 : 0
