import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.open()
const batch = db.batch()
await batch.put('a', '1').write()
try {
  batch.put('b', '2') // violation
} catch {}
