import express from 'express'

const app = express()
app.get('/', (_, response) => {
  response.send('welcome')
  response.status(201) // violation
})
const server = app.listen(0, async () => {
  await (await fetch(`http://127.0.0.1:${server.address().port}/`)).arrayBuffer()
  server.close()
})
