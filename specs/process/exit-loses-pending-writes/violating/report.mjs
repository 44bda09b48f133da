// needs a process: it exits.
import { createWriteStream } from 'node:fs'

const out = createWriteStream('/dev/null')
out.end('the last lines')
process.exit() // violation
