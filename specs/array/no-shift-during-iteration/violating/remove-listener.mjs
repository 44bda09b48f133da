const called = []
const listeners = []
const once = (name) => {
  const listener = () => {
    called.push(name)
    listeners.splice(listeners.indexOf(listener), 1)
  }
  return listener
}
listeners.push(once('a'), once('b'), once('c'))
for (const listener of listeners) listener() // violation
if (called.join() !== 'a,c') throw new Error('the program is not what it seems')

const queue = [1, 2, 3, 4]
for (const job of queue) { // violation
  if (job % 2 === 0) continue
  queue.shift()
}
