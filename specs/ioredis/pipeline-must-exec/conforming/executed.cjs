const Redis = require('ioredis')

const redis = new Redis(process.env.REDIS_SOCKET)
async function count(name) {
  await redis.pipeline().incr(name).expire(name, 60).exec()
  return redis.get(name)
}
async function main() {
  await count('jsmop:executed')
  const pipeline = redis.pipeline()
  pipeline.get('a')
  await pipeline.exec()
  redis.disconnect()
}

main()
