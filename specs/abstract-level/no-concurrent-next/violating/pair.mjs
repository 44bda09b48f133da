import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.batch([{ type: 'put', key: 'a', value: '1' }])
const iterator = db.iterator()
const pair = [
  iterator.next(),
  iterator.next(), // violation
]
await Promise.allSettled(pair)
await iterator.close()
await db.close()
