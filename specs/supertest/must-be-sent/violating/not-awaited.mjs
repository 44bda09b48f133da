import http from 'node:http'
import request from 'supertest'

const server = http.createServer((_, response) => response.end('ok'))
async function checksStatus() {
  request(server).get('/').expect(404) // violation
}
await checksStatus()
