const fs = require('node:fs')
const { PassThrough, pipeline } = require('node:stream')

const file = fs.createReadStream(__filename)
file.on('error', (error) => console.error(error.message))
file.on('data', (chunk) => console.log(chunk.length))
pipeline(fs.createReadStream(__filename), new PassThrough().resume(), () => {})
void (async () => {
  for await (const chunk of fs.createReadStream(__filename)) console.log(chunk.length)
})()
