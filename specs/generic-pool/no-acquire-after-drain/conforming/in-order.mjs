import genericPool from 'generic-pool'

const pool = genericPool.createPool({ create: async () => ({}), destroy: async () => {} })
await pool.use(async () => {})
await pool.drain()
await pool.clear()
