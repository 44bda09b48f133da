import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.put('a', '1')
async function first() {
  const iterator = db.iterator() // violation
  return iterator.next()
}
await first()
