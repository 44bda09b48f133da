// needs a process: in a thread whoever listens handles it.
process.once('unhandledRejection', (reason, promise) => {
  process.on('unhandledRejection', () => {})
  process.emit('unhandledRejection', reason, promise)
})
Promise.reject(new Error('no data')) // violation
