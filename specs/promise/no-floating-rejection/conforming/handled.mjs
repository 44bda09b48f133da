async function save(record) {
  if (record.id === undefined) throw new Error('no id')
}

save({}).catch(() => {})
await save({}).then(
  () => {},
  () => {},
)
try {
  await save({})
} catch {}
await Promise.allSettled([save({}), save({ id: 1 })])
const late = save({})
await Promise.all([late]).catch(() => {})
