function announce(text) {
  const channel = new BroadcastChannel('news') // violation
  channel.postMessage(text)
}
announce('started')
setTimeout(() => process.exit(0), 20)
