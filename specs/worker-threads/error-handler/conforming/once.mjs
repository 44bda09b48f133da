// needs a process: it starts a thread.
import { Worker } from 'node:worker_threads'

new Worker('throw new Error("in the thread")', { eval: true }).once('error', (error) => console.error(error.message))
