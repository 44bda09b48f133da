import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_SOCKET)
async function take(name) {
  await redis.watch(name)
  const left = Number(await redis.get(name))
  if (left === 0) {
    await redis.unwatch()
    return false
  }
  return redis.multi().decr(name).exec()
}
await take('jsmop:none')
await redis.set('jsmop:some', 3)
await take('jsmop:some')
redis.disconnect()
