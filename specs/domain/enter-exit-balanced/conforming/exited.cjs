const domain = require('node:domain')

const guard = domain.create()
guard.on('error', () => {})
guard.enter()
guard.exit()
guard.run(() => {})
