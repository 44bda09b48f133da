const session = { user: 'a', roles: new Set(['admin']) }
const stored = JSON.stringify({ ...session, roles: [...session.roles] })
if (!stored.includes('admin')) throw new Error('the program is not what it seems')
JSON.stringify(session, (_, value) => (value instanceof Set ? [...value] : value))
JSON.stringify({ none: new Map() })
JSON.stringify({ roles: session.roles, toJSON: () => 'mine' })
JSON.stringify('text')
JSON.stringify(null)
