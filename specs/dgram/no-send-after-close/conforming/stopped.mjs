import dgram from 'node:dgram'

const socket = dgram.createSocket('udp4')
socket.on('error', () => {})
const timer = setInterval(() => socket.send('up:1', 9, '127.0.0.1'), 5)
setTimeout(() => {
  clearInterval(timer)
  socket.close()
}, 30)
