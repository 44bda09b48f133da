import { MemoryLevel } from 'memory-level'

const db = new MemoryLevel()
await db.open()
db.batch().put('a', '1').put('b', '2') // violation
await db.get('a')
