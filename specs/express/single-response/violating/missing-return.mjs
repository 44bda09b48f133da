import express from 'express'

const app = express()
app.set('env', 'test')
app.get('/user', (request, response) => {
  if (request.query.id === undefined) response.status(400).json({ error: 'no id' })
  response.json({ id: request.query.id }) // violation
})
const server = app.listen(0, async () => {
  await (await fetch(`http://127.0.0.1:${server.address().port}/user`)).body.cancel()
  server.close()
})
