import dgram from 'node:dgram'

const socket = dgram.createSocket('udp4')
try {
  socket.setBroadcast(true) // violation
} catch {}
socket.close()
