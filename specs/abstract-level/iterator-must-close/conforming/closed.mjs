import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.put('a', '1')
async function first() {
  const iterator = db.iterator()
  try {
    return await iterator.next()
  } finally {
    await iterator.close()
  }
}
await first()
for await (const key of db.keys()) key.length
await db.values().all()
const other = new MemoryLevel()
await other.open()
await other.iterator().next()
await other.close()
