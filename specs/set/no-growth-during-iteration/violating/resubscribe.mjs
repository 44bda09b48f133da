const subscribers = new Set()
let notified = 0
const subscriber = () => {
  notified += 1
  subscribers.delete(subscriber)
  if (notified < 10) subscribers.add(subscriber)
}
subscribers.add(subscriber)
for (const notify of subscribers) notify() // violation
