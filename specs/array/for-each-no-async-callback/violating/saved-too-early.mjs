const saved = []
const save = async (record) => void saved.push(await record)
;[1, 2, 3].forEach(async (record) => { // violation
  await save(record)
})
if (saved.length !== 0) throw new Error('the program is not what it seems')
new Set([4]).forEach(async (record) => save(record)) // violation
new Map([[5, 5]]).forEach(async (record) => save(record)) // violation
