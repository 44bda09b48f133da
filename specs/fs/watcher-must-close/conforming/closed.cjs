const fs = require('node:fs')

const watcher = fs.watch(__filename, () => {})
setTimeout(() => watcher.close(), 5)
fs.watch(__filename).unref()
