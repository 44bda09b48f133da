import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.open()
for (const key of ['a', 'b']) {
  await db.batch().put(key, '1').write()
}
const batch = db.batch()
batch.put('c', '1').del('a').clear()
await batch.close()
await batch.close()
