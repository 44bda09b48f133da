import net from 'node:net'

let tries = 0
const socket = new net.Socket()
socket.on('error', () => {
  if ((tries += 1) < 2) socket.connect(1, '127.0.0.1') // violation
})
socket.connect(1, '127.0.0.1')
