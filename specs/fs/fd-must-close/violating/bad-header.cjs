const fs = require('node:fs')

function readHeader(file) {
  const fd = fs.openSync(file, 'r') // violation
  const header = Buffer.alloc(4)
  fs.readSync(fd, header)
  if (header.toString('latin1') !== 'PNG ') return undefined
  fs.closeSync(fd)
  return header
}

readHeader(__filename)
