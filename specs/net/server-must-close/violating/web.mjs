// needs a process: the server would keep the thread alive.
import http from 'node:http'

const server = http.createServer()
server.listen(0, '127.0.0.1', () => setTimeout(() => process.exit(), 20)) // violation
