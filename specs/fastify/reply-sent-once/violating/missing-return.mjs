import fastify from 'fastify'

const app = fastify()
app.get('/user', (request, reply) => {
  if (request.query.id === undefined) reply.code(400).send({ error: 'no id' })
  reply.send({ id: request.query.id }) // violation
})
app.get('/raw', (_, reply) => {
  reply.hijack()
  reply.raw.end('raw')
  reply.send('more') // violation
})
await app.inject('/user')
await app.inject('/raw')
