import { BehaviorSubject, Subject } from 'rxjs'

const messages = new Subject()
messages.next('first')
messages.complete()
messages.next('last') // violation
const state = new BehaviorSubject(0)
state.error(new Error('gone'))
state.next(1) // violation
