const fastify = require('fastify')

const app = fastify()
app.get('/user', (request, reply) => {
  if (request.query.id === undefined) return reply.code(400).send({ error: 'no id' })
  return reply.send({ id: request.query.id })
})
app.get('/value', async () => ({ id: 1 }))
app.get('/error', async () => {
  throw new Error('no')
})
app.get('/failed', (_, reply) => reply.send(new Error('no')))
app.get('/missing', (_, reply) => reply.callNotFound())
app.setErrorHandler((error, _, reply) => reply.code(500).send({ error: error.message }))
app.setNotFoundHandler((_, reply) => reply.code(404).send('nothing here'))
app.get('/elsewhere', (_, reply) => reply.redirect('/value'))

async function main() {
  for (const path of ['/user', '/user?id=1', '/value', '/error', '/failed', '/missing', '/elsewhere', '/none']) await app.inject(path)
}

main()
