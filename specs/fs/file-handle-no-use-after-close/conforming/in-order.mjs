import { open } from 'node:fs/promises'

const handle = await open(new URL(import.meta.url))
await handle.stat()
await handle.close()
