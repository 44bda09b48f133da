import DataLoader from 'dataloader'

const users = new DataLoader(async (ids) => ids.map((id) => ({ id, name: 'old' })))
async function rename(id, name) {
  const user = await users.load(id)
  users.clear(id).prime(id, { ...user, name })
}
await rename(1, 'new')
users.prime(2, { id: 2, name: 'known' })
users.clearAll()
users.prime(1, { id: 1, name: 'again' })
