const channel = new BroadcastChannel('news')
const stop = () => {
  channel.postMessage('stopped')
  channel.close()
}
channel.postMessage('started')
stop()
channel.close()
