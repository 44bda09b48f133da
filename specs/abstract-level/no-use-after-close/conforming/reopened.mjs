import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.put('a', '1')
await db.put('b', '2')
await db.close()
await db.open()
await db.get('a')
await db.close()
