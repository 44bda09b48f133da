const read = (fail) =>
  new Promise((resolve, reject) => {
    if (fail) {
      reject(new Error('no data'))
      return
    }
    resolve('data')
  })

await read(false)
await read(true).catch(() => {})
// A race with a timeout that settles in another turn.
await new Promise((resolve, reject) => {
  setTimeout(resolve, 1)
  setTimeout(reject, 50, new Error('too late'))
})
await new Promise((resolve) => setTimeout(resolve, 100))
// A cancellation that rejects by itself, and its caller that makes sure.
await new Promise((resolve, reject) => {
  const cancel = (reason) => reject(reason)
  const reason = new Error('timeout')
  cancel(reason)
  reject(reason)
}).catch(() => {})
// A clean-up that settles in any case.
await new Promise((resolve) => {
  resolve('data')
  resolve()
})
