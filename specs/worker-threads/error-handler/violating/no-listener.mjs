// needs a process: it starts a thread.
import { Worker } from 'node:worker_threads'

const worker = new Worker('0', { eval: true }) // violation
worker.on('exit', (code) => console.log(code))
