const { ZipFile } = require('yazl')

const archive = new ZipFile()
archive.addBuffer(Buffer.from('hello'), 'hello.txt')
archive.end()
archive.outputStream.resume()
