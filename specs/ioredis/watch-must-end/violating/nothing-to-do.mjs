import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_SOCKET)
async function take(name) {
  await redis.watch(name) // violation
  const left = Number(await redis.get(name))
  if (left === 0) return false
  return redis.multi().decr(name).exec()
}
await take('jsmop:none')
await redis.get('jsmop:none')
process.exit(0)
