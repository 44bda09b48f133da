import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_SOCKET)
async function count(name) {
  redis.pipeline().incr(name).expire(name, 60) // violation
  return redis.get(name)
}
await count('jsmop:forgotten')
redis.disconnect()
