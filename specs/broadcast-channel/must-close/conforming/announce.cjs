const { BroadcastChannel: Channel } = require('node:worker_threads')
function announce(text) {
  const channel = new BroadcastChannel('news')
  channel.postMessage(text)
  channel.close()
}
announce('started')
const quiet = new Channel('background')
quiet.unref()
