const session = { user: 'a', roles: new Set(['admin']) }
const stored = JSON.stringify(session) // violation
if (stored !== '{"user":"a","roles":{}}') throw new Error('the program is not what it seems')
JSON.stringify(new Map([['a', 1]])) // violation
