// npm: express-fileupload@1.5.2 express@5.2.1
// With a disk slower than the network an upload to a temporary file is held in memory.
// sees: MB of 100 MB were in memory at once
import assert from 'node:assert'
import fs from 'node:fs'
import http from 'node:http'
import express from 'express'
import upload from 'express-fileupload'

// A disk that takes two seconds for a write.
for (const name of ['write', 'writev']) {
  const real = fs[name]
  fs[name] = (...args) => setTimeout(() => real(...args), 2000)
}
let most = 0
const app = express()
app.use((request, response, next) => {
  request.on('data', () => (most = Math.max(most, process.memoryUsage().arrayBuffers)))
  next()
})
app.use(upload({ useTempFiles: true, tempFileDir: 'uploads' }))
app.post('/', (request, response) => response.end())
const server = app.listen(0, async () => {
  const size = 100_000_000
  const form = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\nContent-Type: a/b\r\n\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': form.length + size + 9 }
  const request = http.request({ port: server.address().port, method: 'POST', headers }, () => {
    assert.ok(most < size / 2, `${Math.round(most / 1e6)} MB of ${size / 1e6} MB were in memory at once`)
    process.exit()
  })
  request.write(form)
  for (let sent = 0; sent < size; sent += 1_000_000) {
    await new Promise((resolve) => request.write(Buffer.alloc(1_000_000), resolve))
  }
  request.end('\r\n--x--\r\n'.slice(0, 9))
})
