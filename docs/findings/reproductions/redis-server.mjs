// npm: redis-server@1.2.2
// Where the server is missing, the process dies of an unhandled "error" event; the promise neither resolves nor rejects.
// sees: Error: spawn no-such-redis ENOENT
import RedisServer from 'redis-server'

const server = new RedisServer({ port: 6399, bin: 'no-such-redis' })
server.open().catch((error) => console.log('rejected with', error))
