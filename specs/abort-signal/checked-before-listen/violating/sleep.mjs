function sleep(duration, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, duration)
    signal.addEventListener('abort', () => { // violation
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
await sleep(1, AbortSignal.abort()).catch(() => {})
