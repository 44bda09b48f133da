/** A worker in a process of its own, for `queue.test.ts`: `node <this, bundled> <redis url> <cache>`. */

import { startQueueWorker } from '#src/study/queue-worker.ts'
import { studyKind, studyWork } from '#src/study/study-work.ts'

const [url, cache] = process.argv.slice(2) as [string, string]
await startQueueWorker(url, { [studyKind]: studyWork({ jsmop: 'unused', cache }) }, { patience: 1500 })
console.log('waiting')
