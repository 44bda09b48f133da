import { ZipFile } from 'yazl'

const archive = new ZipFile()
archive.addEmptyDirectory('early')
archive.end()
archive.outputStream.resume()
archive.end()
