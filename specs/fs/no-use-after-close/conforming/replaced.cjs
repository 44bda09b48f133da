// needs a process: it replaces functions of fs.
const fs = require('node:fs')

// As graceful-fs does. Node's own readFileSync opens by itself, and reads and closes through these.
const { closeSync, readSync } = fs
fs.closeSync = (fd) => closeSync(fd)
fs.readSync = (fd, buffer, offset, length, position) => readSync(fd, buffer, offset, length, position)
fs.readFileSync(__filename)
fs.readFileSync(__filename)
