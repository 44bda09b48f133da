// needs a process: threads share descriptors.
const fs = require('node:fs')

const fd = fs.openSync(__filename)
fs.closeSync(fd)
try {
  fs.fstatSync(fd) // violation
} catch {}
