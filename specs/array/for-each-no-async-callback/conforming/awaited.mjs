const saved = []
const save = async (record) => void saved.push(await record)
for (const record of [1, 2, 3]) await save(record)
await Promise.all([4, 5].map((record) => save(record)))
saved.forEach((record) => record + 1)
