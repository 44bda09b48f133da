const read = (fail) =>
  new Promise((resolve, reject) => {
    if (fail) reject(new Error('no data'))
    resolve('data') // violation
  })

await read(false)
await read(true).catch(() => {})
await new Promise((done) => {
  done(1)
  done(2) // violation
})
