const busboy = require('busboy')
const { pipeline } = require('node:stream')
const { PassThrough } = require('node:stream')

const form = (name) =>
  ['--b', `Content-Disposition: form-data; name="f"; filename="${name}"`, '', 'data', '--b--', ''].join('\r\n')
const headers = { 'content-type': 'multipart/form-data; boundary=b' }
const parser = busboy({ headers })
parser.on('file', (_, file, { filename }) => {
  if (filename.endsWith('.png')) file.pipe(new PassThrough().resume())
  else file.resume()
})
parser.end(form('notes.txt'))
const other = busboy({ headers })
other.on('file', (_, file) => pipeline(file, new PassThrough().resume(), () => {}))
other.end(form('a.png'))
const third = busboy({ headers })
third.on('file', (_, file) => file.on('data', () => {}))
third.end(form('b.png'))
// After a refusal the parser is given up and the request drained.
const request = new PassThrough()
const refused = busboy({ headers })
refused.on('file', () => {
  request.unpipe(refused)
  request.resume()
})
request.pipe(refused)
request.write(form('c.png'))
request.end()
