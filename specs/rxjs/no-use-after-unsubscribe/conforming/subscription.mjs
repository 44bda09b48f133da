import { Subject } from 'rxjs'

const messages = new Subject()
const subscription = messages.subscribe(() => {})
subscription.unsubscribe()
messages.next('hello')
messages.unsubscribe()
messages.unsubscribe()
