const fs = require('node:fs')

const file = fs.createReadStream(__filename) // violation
file.on('data', (chunk) => console.log(chunk.length))
