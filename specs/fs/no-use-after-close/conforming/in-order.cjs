const fs = require('node:fs')

const fd = fs.openSync(__filename)
fs.fstatSync(fd)
fs.closeSync(fd)
const again = fs.openSync(__filename)
fs.readSync(again, Buffer.alloc(1))
fs.closeSync(again)
fs.open(__filename, (error, other) => {
  fs.fstatSync(other)
  fs.close(other)
})
