import express from 'express'

const app = express()
app.set('env', 'test')
app.get('/source', (request, response) => {
  if (request.query.key === undefined) response.status(403).json({ error: 'no key' })
  response.sendFile(import.meta.filename, () => {}) // violation
})
const server = app.listen(0, async () => {
  await (await fetch(`http://127.0.0.1:${server.address().port}/source`)).body.cancel()
  server.close()
})
