const isAllowed = async (user) => user === 'admin'
const users = ['guest', 'admin']
const answers = await Promise.all(users.map((user) => isAllowed(user)))
const allowed = users.filter((_, index) => answers[index])
if (allowed.join() !== 'admin') throw new Error('the program is not what it seems')
;[].every(isAllowed)
