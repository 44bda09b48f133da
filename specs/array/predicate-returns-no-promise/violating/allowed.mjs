const isAllowed = async (user) => user === 'admin'
const allowed = ['guest', 'admin'].filter(async (user) => isAllowed(user)) // violation
if (allowed.length !== 2) throw new Error('the program is not what it seems')
if (['guest'].some(isAllowed)) console.log('come in') // violation
