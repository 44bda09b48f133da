import { EventEmitter } from 'node:events'

const socket = new EventEmitter()
let handled = 0
const onMessage = () => (handled += 1)
const connect = () => socket.on('message', onMessage) // violation
connect()
connect()
socket.emit('message')
if (handled !== 2) throw new Error('the program is not what it seems')
