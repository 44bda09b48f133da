import genericPool from 'generic-pool'

const pool = genericPool.createPool({ create: async () => ({}), destroy: async () => {} })
const resource = await pool.acquire()
try {
  await pool.release(resource)
} finally {
  await pool.release(resource).catch(() => {}) // violation
}
