import { open } from 'node:fs/promises'

const handle = await open(new URL(import.meta.url))
const stream = handle.createReadStream()
await handle.read(Buffer.alloc(4)) // violation
stream.on('error', () => {})
stream.resume()
