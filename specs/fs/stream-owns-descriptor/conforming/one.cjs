const fs = require('node:fs')

const fd = fs.openSync(__filename)
const stream = fs.createReadStream('', { fd, autoClose: false })
stream.on('end', () => fs.closeSync(fd))
stream.resume()
fs.createReadStream('', { fd: fs.openSync(__filename) }).resume()
const other = fs.openSync(__filename)
fs.closeSync(other)
