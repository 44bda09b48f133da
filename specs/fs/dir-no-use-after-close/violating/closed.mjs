import { opendirSync } from 'node:fs'

const dir = opendirSync('/')
dir.closeSync()
try {
  dir.readSync() // violation
} catch {}
