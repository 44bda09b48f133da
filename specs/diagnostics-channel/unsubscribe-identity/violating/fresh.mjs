import diagnostics from 'node:diagnostics_channel'

diagnostics.subscribe('app:request', (message) => console.log(message))
diagnostics.unsubscribe('app:request', (message) => console.log(message)) // violation
