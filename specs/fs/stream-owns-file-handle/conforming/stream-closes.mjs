import { open } from 'node:fs/promises'
import { finished } from 'node:stream/promises'

const handle = await open(new URL(import.meta.url))
const stream = handle.createReadStream()
stream.resume()
await finished(stream)
await new Promise((done) => setImmediate(done))
await handle.close()
const kept = await open(new URL(import.meta.url))
await finished(kept.createReadStream({ autoClose: false }).resume())
await kept.close()
