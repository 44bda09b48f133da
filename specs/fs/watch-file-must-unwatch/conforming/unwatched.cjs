const fs = require('node:fs')

const reload = () => {}
fs.watchFile(__filename, reload)
setTimeout(() => fs.unwatchFile(__filename, reload), 5)
fs.watchFile('/does/not/exist', { persistent: false }, reload)
