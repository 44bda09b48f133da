import { ZipFile } from 'yazl'

const archive = new ZipFile()
archive.outputStream.resume()
archive.end()
try {
  archive.addEmptyDirectory('late') // violation
} catch {}
