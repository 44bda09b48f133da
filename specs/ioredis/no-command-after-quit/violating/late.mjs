import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_SOCKET)
await redis.set('jsmop:state', 'running')
await redis.quit()
await redis.set('jsmop:state', 'stopped').catch(() => {}) // violation
