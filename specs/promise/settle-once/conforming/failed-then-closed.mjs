import { Readable } from 'node:stream'

const broken = new Readable({ read() {} })
const closed = new Promise((resolve, reject) => {
  broken.on('error', reject)
  broken.on('close', () => resolve())
})
broken.destroy(new Error('no data'))
await closed.catch(() => {})
