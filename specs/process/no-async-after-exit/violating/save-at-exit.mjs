// needs a process: a thread is stopped otherwise.
import { writeFile } from 'node:fs/promises'

process.on('exit', () => {
  void writeFile('/dev/null', 'state') // violation
})
setTimeout(() => {}, 1)
