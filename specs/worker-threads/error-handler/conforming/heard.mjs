// needs a process: it starts a thread.
import { Worker } from 'node:worker_threads'

const worker = new Worker('0', { eval: true })
worker.on('error', (error) => console.error(error.message))
worker.on('exit', (code) => console.log(code))
