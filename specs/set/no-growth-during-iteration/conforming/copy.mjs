const subscribers = new Set()
let notified = 0
const subscriber = () => {
  notified += 1
  subscribers.delete(subscriber)
  if (notified < 10) subscribers.add(subscriber)
}
subscribers.add(subscriber)
for (let round = 0; round < 3; round += 1) for (const notify of [...subscribers]) notify()
for (const value of subscribers) subscribers.add(value)
for (const value of subscribers) subscribers.delete(value)
