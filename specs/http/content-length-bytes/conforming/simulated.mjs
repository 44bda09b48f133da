import http from 'node:http'
import { Writable } from 'node:stream'

// As libraries do that call a handler without a server: nobody counts the bytes.
const response = new http.ServerResponse(new http.IncomingMessage())
response.assignSocket(new Writable({ write: (chunk, encoding, done) => done() }))
response.writeHead(200, { 'Content-Length': 0 })
response.end('something')
