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
app.get('/elsewhere', (_, reply) => reply.redirect('/value'))

async function main() {
  for (const path of ['/user', '/user?id=1', '/value', '/error', '/elsewhere', '/none']) await app.inject(path)
}

main()
