// needs a process: it exits with the watcher running.
const fs = require('node:fs')

function reloadOnChange(file, reload) {
  fs.watch(file, reload) // violation
}
reloadOnChange(__filename, () => {})
setTimeout(() => process.exit(), 5)
