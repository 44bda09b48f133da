// npm: gunzip-file@0.1.1
// A file that may not be read ends the process; the callback is not called.
// sees: Error: EACCES: permission denied, open
import fs from 'node:fs'
import gunzip from 'gunzip-file'

const folder = fs.mkdtempSync('/tmp/gunzip-file-')
fs.chmodSync(folder, 0o777)
fs.writeFileSync(`${folder}/secret.gz`, '', { mode: 0 })
if (process.getuid() === 0) process.setuid('nobody') // root may read everything
gunzip(`${folder}/secret.gz`, `${folder}/out`, () => console.log('called back'))
