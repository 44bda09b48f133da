import express from 'express'

const app = express()
app.get('/', () => {
  throw new Error('no')
})
app.use((error, request, response, next) => {
  if (response.headersSent) return next(error)
  return response.status(500).send('sorry')
})
const other = express()
other.use((request, response, next) => next())
other.get('/', (_, response) => response.send('fine'))
other.get('env')
