const tasks = [async () => 1, async () => 2]
const results = await Promise.all(tasks) // violation
if (typeof results[0] !== 'function') throw new Error('the program is not what it seems')
await Promise.allSettled([() => {}]) // violation
