// npm: winston@3.19.0
// A log file that may be written and not read ends the process when it is archived.
// sees: Error: EACCES: permission denied, open
import fs from 'node:fs'
import winston from 'winston'

const { File } = winston.transports
const dirname = fs.mkdtempSync('/tmp/winston-')
fs.chmodSync(dirname, 0o777)
if (process.getuid() === 0) process.setuid('nobody') // root may read everything
const options = { flags: 'a', mode: 0o200 }
const file = new File({ dirname, filename: 'app.log', maxsize: 1000, zippedArchive: true, options })
const logger = winston.createLogger({ transports: [file] })
file.once('open', () => {
  for (let line = 0; line < 100; line += 1) logger.info(`line ${line}`)
})
