const { createPool } = require('generic-pool')

const pool = createPool({ create: async () => ({ ok: true }), destroy: async () => {} }, { max: 2 })
async function work() {
  const resource = await pool.acquire()
  try {
    return resource.ok
  } finally {
    await pool.release(resource)
  }
}
async function main() {
  await work()
  await work()
  await pool.use(async (resource) => resource.ok)
  await pool.destroy(await pool.acquire())
  await pool.drain()
  await pool.clear()
}

main()
