const express = require('express')

const app = express()
app.get('/user', (request, response) => {
  if (request.query.id === undefined) return response.status(400).json({ error: 'no id' })
  return response.json({ id: request.query.id })
})
app.get('/file', (_, response) => {
  response.sendFile('/no/such/file', (error) => {
    if (error) response.status(404).send('none')
  })
})
app.get('/text', (_, response) => response.send('text'))
const server = app.listen(0, async () => {
  for (const path of ['user', 'user?id=1', 'file', 'text'])
    await fetch(`http://127.0.0.1:${server.address().port}/${path}`).then((response) => response.body.cancel())
  server.close()
})
