// needs a process: it starts a thread.
import { Worker } from 'node:worker_threads'

const worker = new Worker(`require('node:worker_threads').parentPort.once('message', () => {})`, { eval: true })
worker.on('error', () => {})
worker.postMessage('job')
