// npm: winston@3.19.0
// Lines logged while the file is being opened are lost when they fill it: the stream is destroyed before they are written.
// sees: of 100 lines were written
import assert from 'node:assert'
import fs from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import winston from 'winston'

fs.mkdirSync('logs')
const file = new winston.transports.File({ dirname: 'logs', filename: 'app.log', maxsize: 1000 })
const logger = winston.createLogger({ transports: [file] })
for (let line = 0; line < 100; line += 1) logger.info(`line ${line}`)
await setTimeout(2000)
const text = fs
  .readdirSync('logs')
  .map((name) => fs.readFileSync(`logs/${name}`, 'utf8'))
  .join('')
const lines = text.split('\n').length - 1
assert.ok(lines === 100, `${lines} of 100 lines were written`)
