import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_SOCKET, { protocol: 2 })
await redis.subscribe('jsmop:news')
await redis.set('jsmop:seen', '1').catch(() => {}) // violation
redis.disconnect()
