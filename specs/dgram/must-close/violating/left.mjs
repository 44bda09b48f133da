// needs a process: it exits with the socket bound.
import dgram from 'node:dgram'

const socket = dgram.createSocket('udp4')
socket.bind(0, () => process.exit()) // violation
