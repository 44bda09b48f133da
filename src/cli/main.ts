#!/usr/bin/env node
/**
 * The `jsmop` executable: finds the command, runs it, shows mistakes, sets the exit code. Everything else is loaded behind
 * the switch for Node's code cache (22.8 and later), so that it comes out of that.
 */

import module from 'node:module'

;(module as { enableCompileCache?: () => unknown }).enableCompileCache?.()
const { run } = await import('./run-command-line.ts')

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: process.cwd(),
  env: process.env,
})
