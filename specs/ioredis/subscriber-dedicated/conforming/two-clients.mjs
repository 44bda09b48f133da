import { Redis } from 'ioredis'

const redis = new Redis(process.env.REDIS_SOCKET, { protocol: 2 })
const subscriber = redis.duplicate()
await subscriber.subscribe('jsmop:news')
await redis.publish('jsmop:news', 'hello')
await subscriber.unsubscribe()
await subscriber.get('jsmop:seen')
subscriber.disconnect()
const modern = new Redis(process.env.REDIS_SOCKET, { protocol: 3 })
await modern.subscribe('jsmop:news')
await modern.get('jsmop:seen')
modern.disconnect()
redis.disconnect()
