import { opendir } from 'node:fs/promises'
import { opendirSync } from 'node:fs'

async function isEmpty(folder) {
  for await (const entry of await opendir(folder)) return entry === null
  return true
}
await isEmpty('/')
const dir = opendirSync('/')
dir.readSync()
dir.closeSync()
