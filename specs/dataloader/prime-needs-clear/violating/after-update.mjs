import DataLoader from 'dataloader'

const users = new DataLoader(async (ids) => ids.map((id) => ({ id, name: 'old' })))
async function rename(id, name) {
  const user = await users.load(id)
  users.prime(id, { ...user, name }) // violation
}
await rename(1, 'new')
