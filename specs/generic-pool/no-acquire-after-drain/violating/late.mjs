import genericPool from 'generic-pool'

const pool = genericPool.createPool({ create: async () => ({}), destroy: async () => {} })
await pool.drain()
await pool.acquire().catch(() => {}) // violation
await pool.clear()
