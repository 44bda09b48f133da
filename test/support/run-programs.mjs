/**
 * Runs programs, each on its own, two at a time, and writes how each ended: `node run-programs.mjs <list>`, where the list
 * is a JSON file of `{ programs, as, outcomes }`. `as` is `processes` or `threads`; a program whose first line says
 * `// needs a process` gets one either way. Started under `jsmop run`, so that every program is monitored on the path
 * that users take, with one start of the command line for all of them.
 */

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** A program that takes longer hangs. */
const patience = 30_000
const atOnce = 2

const { programs, as, outcomes } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const ended = {}
const left = [...programs]

async function runNext() {
  for (let program = left.shift(); program !== undefined; program = left.shift()) {
    const threaded = as === 'threads' && !readFileSync(program, 'utf8').startsWith('// needs a process')
    ended[program] = await (threaded ? runThread(program) : runProcess(program))
  }
}

function runProcess(program) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => (output += error.message))
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve(signal === null ? { code, output } : { code: signal, output })
    })
  })
}

function runThread(program) {
  return new Promise((resolve) => {
    const worker = new Worker(program, { stdout: true, stderr: true })
    let output = ''
    worker.stdout.on('data', (chunk) => (output += chunk))
    worker.stderr.on('data', (chunk) => (output += chunk))
    worker.on('error', (error) => (output += error?.stack ?? error))
    const timer = setTimeout(() => void worker.terminate(), patience)
    worker.on('exit', (code) => {
      clearTimeout(timer)
      resolve({ code, output })
    })
  })
}

await Promise.all(Array.from({ length: atOnce }, runNext))
writeFileSync(outcomes, JSON.stringify(ended))
