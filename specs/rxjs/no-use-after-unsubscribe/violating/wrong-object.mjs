import { Subject } from 'rxjs'

const messages = new Subject()
messages.subscribe(() => {})
messages.unsubscribe()
try {
  messages.next('hello') // violation
} catch {}
