import dgram from 'node:dgram'

const socket = dgram.createSocket('udp4')
const report = () => socket.send('up:1', 9, '127.0.0.1') // violation
report()
setTimeout(() => socket.close(), 10)
setTimeout(() => {
  try {
    report()
  } catch {}
}, 30)
socket.on('error', () => {})
