import { watch } from 'chokidar'

function ready(folder) {
  const watcher = watch(folder, { depth: 0 })
  return new Promise((resolve) => watcher.once('ready', resolve)) // violation
}
await ready('/nowhere')
process.exit(0)
