const { watch } = require('chokidar')

async function ready(folder) {
  const watcher = watch(folder, { depth: 0 })
  await new Promise((resolve) => watcher.once('ready', resolve))
  await watcher.close()
}
ready(__dirname)
