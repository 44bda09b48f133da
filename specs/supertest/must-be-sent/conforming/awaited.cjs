const http = require('node:http')
const request = require('supertest')

const server = http.createServer((_, response) => response.end('ok'))
async function checksStatus() {
  await request(server).get('/').expect(200).expect('ok')
}
async function main() {
  await checksStatus()
  await new Promise((resolve) => {
    request(server).get('/').expect(200).end(resolve)
  })
  await request(server).get('/').expect(404).catch(() => {})
  await new Promise((resolve) => {
    request(server)
      .get('/')
      .expect((response) => response.text)
      .expect(200, 'ok', resolve)
  })
}

main()
