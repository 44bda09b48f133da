import http from 'node:http'
import net from 'node:net'

const server = net.createServer()
server.listen(0, () => server.close())
const web = http.createServer()
web.listen(0, () => web.close())
net.createServer().listen(0).unref()
net.createServer()
const quiet = net.createServer()
quiet.unref()
quiet.listen(0)
