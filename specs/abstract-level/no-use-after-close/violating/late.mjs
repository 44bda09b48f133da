import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.put('a', '1')
await db.close()
await db.put('b', '2').catch(() => {}) // violation
