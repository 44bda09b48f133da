import { once } from 'node:events'
import fs from 'node:fs'

const file = fs.createReadStream(import.meta.filename)
await once(file, 'open')
file.resume()
