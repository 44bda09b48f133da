const { promises } = require('node:fs')

async function main() {
  const kept = await promises.open(__filename) // violation
  const closed = await promises.open(__filename)
  await closed.close()
  return kept.fd
}

main()
