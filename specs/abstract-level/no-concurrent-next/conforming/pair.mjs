import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.batch([{ type: 'put', key: 'a', value: '1' }])
const iterator = db.iterator()
const pair = [await iterator.next(), await iterator.next()]
console.log(pair.length)
await iterator.nextv(10)
await iterator.close()
await db.close()
