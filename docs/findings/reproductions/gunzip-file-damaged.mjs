// npm: gunzip-file@0.1.1
// A damaged file ends the process; the callback is not called.
// sees: Error: incorrect header check
import fs from 'node:fs'
import gunzip from 'gunzip-file'

fs.writeFileSync('damaged.gz', 'this is not gzip')
gunzip('damaged.gz', 'out', () => console.log('called back'))
