// needs a process: threads share descriptors.
const fs = require('node:fs')

const fd = fs.openSync(__filename)
const stream = fs.createReadStream('', { fd })
stream.on('error', () => {})
stream.on('close', () => {
  try {
    fs.closeSync(fd) // violation
  } catch {}
})
stream.resume()
