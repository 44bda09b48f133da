import { ZipFile } from 'yazl'

const archive = new ZipFile()
archive.addBuffer(Buffer.from('hello'), 'hello.txt') // violation
archive.outputStream.resume()
