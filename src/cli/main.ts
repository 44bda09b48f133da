#!/usr/bin/env node
/** The `jsmop` executable: finds the command, runs it, shows mistakes, sets the exit code. */

import { run } from './run-command-line.ts'

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: process.cwd(),
  env: process.env,
})
