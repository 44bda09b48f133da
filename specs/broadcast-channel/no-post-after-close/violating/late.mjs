const channel = new BroadcastChannel('news')
const stop = () => channel.close()
stop()
try {
  channel.postMessage('stopped') // violation
} catch {}
