const registry = new FinalizationRegistry(({ close }) => close())
const connection = { id: 1 }
registry.register(connection, { connection, close: () => connection.id }) // violation
