// needs a process: it exits.
import { createWriteStream } from 'node:fs'

const out = createWriteStream('/dev/null')
out.end('the last lines')
out.on('finish', () => process.exit())
