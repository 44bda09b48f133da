import diagnostics from 'node:diagnostics_channel'

const log = (message) => console.log(message)
diagnostics.subscribe('app:request', log)
diagnostics.unsubscribe('app:request', log)
diagnostics.unsubscribe('app:request', log)
