import busboy from 'busboy'

const form = (name) =>
  ['--b', `Content-Disposition: form-data; name="f"; filename="${name}"`, '', 'data', '--b--', ''].join('\r\n')
const headers = { 'content-type': 'multipart/form-data; boundary=b' }
const parser = busboy({ headers })
parser.on('file', (_, file, { filename }) => { // violation
  if (filename.endsWith('.png')) file.resume()
})
parser.end(form('notes.txt'))
setTimeout(() => {}, 20)
