const { MemoryLevel } = require('memory-level')

async function main() {
  const db = new MemoryLevel()
  await db.open()
  await db.batch().put('a', '1').put('b', '2').write()
  await db.batch().put('c', '3').close()
  await db.batch([{ type: 'del', key: 'a' }])
}

main()
