// needs a process: in a thread whoever listens handles it.
process.on('unhandledRejection', () => {})
process.emit('unhandledRejection', new Error('nobody made a promise'))
process.once('unhandledRejection', (reason, promise) => process.emit('unhandledRejection', reason, promise))
Promise.reject(new Error('no data')) // violation
