import genericPool from 'generic-pool'

const pool = genericPool.createPool({ create: async () => ({ ok: true }), destroy: async () => {} }, { max: 2 })
async function work() {
  const resource = await pool.acquire() // violation
  if (resource.ok) return 'done'
  await pool.release(resource)
  return 'not done'
}
await work()
