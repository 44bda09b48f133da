// npm: fs-extra@11.3.6
// What another process writes while ensureFileSync() looks is lost: the file is checked and then written empty.
// sees: '' !== 'precious'
import assert from 'node:assert'
import fs from 'node:fs'

const file = 'shared.txt'
const stat = fs.statSync
fs.statSync = (path, ...rest) => {
  // The other process comes between the look at the file and the writing.
  if (path === '.') fs.writeFileSync(file, 'precious')
  return stat(path, ...rest)
}
const { default: fse } = await import('fs-extra')
fse.ensureFileSync(file)
assert.strictEqual(fs.readFileSync(file, 'utf8'), 'precious')
