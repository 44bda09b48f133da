import { opendir } from 'node:fs/promises'

async function isEmpty(folder) {
  const dir = await opendir(folder) // violation
  return (await dir.read()) === null
}
await isEmpty('/')
