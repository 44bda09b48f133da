const tasks = [async () => 1, async () => 2]
const results = await Promise.all(tasks.map((task) => task()))
if (results.join() !== '1,2') throw new Error('the program is not what it seems')
await Promise.all([])
await Promise.all([1, () => {}])
