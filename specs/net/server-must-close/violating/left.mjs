// needs a process: it exits with the server listening.
import net from 'node:net'

const server = net.createServer()
server.listen(0, () => process.exit()) // violation
