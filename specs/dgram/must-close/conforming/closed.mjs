import dgram from 'node:dgram'

const socket = dgram.createSocket('udp4')
socket.bind(0, () => socket.close())
dgram.createSocket('udp4').bind(0).unref()
