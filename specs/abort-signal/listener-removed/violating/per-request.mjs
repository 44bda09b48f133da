const shutdown = new AbortController()
async function work(signal) {
  signal.addEventListener('abort', () => {}, { once: true }) // violation
  await null
}
for (let request = 0; request < 30; request += 1) await work(shutdown.signal)
