import { opendir } from 'node:fs/promises'

const dir = await opendir('/')
await dir.read()
await dir.close()
for await (const entry of await opendir('/')) entry.isFile()
