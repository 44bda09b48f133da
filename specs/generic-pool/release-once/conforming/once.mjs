import genericPool from 'generic-pool'

const pool = genericPool.createPool({ create: async () => ({}), destroy: async () => {} }, { max: 1 })
const resource = await pool.acquire()
await pool.release(resource)
const same = await pool.acquire()
await pool.release(same)
