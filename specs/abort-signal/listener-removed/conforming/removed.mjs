const shutdown = new AbortController()
async function work(signal) {
  const stop = () => {}
  signal.addEventListener('abort', stop, { once: true })
  try {
    await null
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
for (let request = 0; request < 30; request += 1) await work(shutdown.signal)
for (let request = 0; request < 30; request += 1) {
  new AbortController().signal.addEventListener('abort', () => {})
}
shutdown.signal.addEventListener('other', () => {})
