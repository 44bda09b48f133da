// needs a process: it exits with the watcher running.
const fs = require('node:fs')

fs.watchFile(__filename, () => {}) // violation
setTimeout(() => process.exit(), 5)
