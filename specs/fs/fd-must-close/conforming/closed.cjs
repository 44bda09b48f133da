const fs = require('node:fs')
const { promisify } = require('node:util')

function size(file) {
  const fd = fs.openSync(file, 'r')
  try {
    return fs.fstatSync(fd).size
  } finally {
    fs.closeSync(fd)
  }
}

size(__filename)
size(__filename)
fs.close(fs.openSync(__filename), () => {})
void promisify(fs.close)(fs.openSync(__filename))
fs.createReadStream('', { fd: fs.openSync(__filename) })
  .on('error', () => {})
  .resume()
try {
  fs.openSync('/does/not/exist')
} catch {}
