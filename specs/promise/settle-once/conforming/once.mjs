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
