const registry = new FinalizationRegistry((id) => id)
const connection = { id: 1 }
registry.register(connection, connection.id)
registry.register(connection, { id: connection.id })
