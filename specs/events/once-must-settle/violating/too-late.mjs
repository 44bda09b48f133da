import { EventEmitter, once } from 'node:events'

const server = new EventEmitter()
async function start() {
  server.emit('ready')
  await once(server, 'ready') // violation
  console.log('never said')
}
void start()
