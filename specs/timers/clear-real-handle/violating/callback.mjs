let fired = 0
const poll = () => (fired += 1)
setTimeout(poll, 1)
clearTimeout(poll) // violation
clearImmediate({ id: 1 }) // violation
setTimeout(() => {
  if (fired !== 1) throw new Error('the program is not what it seems')
}, 20)
