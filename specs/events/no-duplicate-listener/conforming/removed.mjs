import { EventEmitter } from 'node:events'

const socket = new EventEmitter()
const onMessage = () => {}
const connect = () => socket.off('message', onMessage).on('message', onMessage)
connect()
connect()
socket.on('other', onMessage)
new EventEmitter().on('message', onMessage)
