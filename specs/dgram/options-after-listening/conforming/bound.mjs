import dgram from 'node:dgram'

const socket = dgram.createSocket('udp4')
socket.bind(0, () => {
  socket.setBroadcast(true)
  socket.close()
})
