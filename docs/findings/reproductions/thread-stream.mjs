// npm: thread-stream@4.2.1
// A thread that runs out of memory ends the process, although the stream has a listener for "error".
// sees: ERR_WORKER_OUT_OF_MEMORY
import fs from 'node:fs'
import path from 'node:path'
import ThreadStream from 'thread-stream'

fs.writeFileSync(
  'worker.cjs',
  'module.exports = () => { const held = []; while (true) held.push(new Array(1000).fill(0)) }',
)
const stream = new ThreadStream({
  filename: path.resolve('worker.cjs'),
  workerData: {},
  workerOpts: { resourceLimits: { maxOldGenerationSizeMb: 16 } },
})
stream.on('error', (error) => console.log('heard', error.message))
