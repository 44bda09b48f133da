import express from 'express'

const app = express()
app.use((error, request, response, next) => {
  if (response.headersSent) return next(error)
  return response.status(500).send('sorry')
})
app.get('/', () => { // violation
  throw new Error('no')
})
