import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_SOCKET)
await redis.set('jsmop:state', 'running')
await redis.set('jsmop:state', 'stopped')
await redis.quit()
await new Promise((resolve) => redis.once('end', resolve))
await redis.connect()
await redis.get('jsmop:state')
redis.disconnect()
