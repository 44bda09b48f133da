const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jsmop-'))
const out = fs.createWriteStream(path.join(folder, 'log'))
out.on('error', () => {})
out.end('last words')
const stop = () => out.write('one more') // violation
stop()
out.on('close', () => fs.rmSync(folder, { recursive: true }))
