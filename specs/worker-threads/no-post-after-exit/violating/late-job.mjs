// needs a process: it starts a thread.
import { Worker } from 'node:worker_threads'

const worker = new Worker('0', { eval: true })
worker.on('error', () => {})
worker.on('exit', () => worker.postMessage('job')) // violation
