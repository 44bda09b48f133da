import { existsSync } from 'node:fs'
import { opendir } from 'node:fs/promises'

if (existsSync('/')) {
  const dir = await opendir('/')
  await dir.read()
  await dir.close()
}
