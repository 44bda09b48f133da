// needs a process: threads share descriptors.
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(import.meta.url)
const first = openSync(file)
closeSync(first)
// The same number again, and left open.
const second = openSync(file) // violation
if (first !== second) throw new Error('descriptors are not reused here')
