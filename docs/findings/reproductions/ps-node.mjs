// npm: ps-node@0.1.6
// Where ps is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn ps ENOENT
import ps from 'ps-node'

process.env.PATH = '/nowhere'
ps.lookup({ command: 'node' }, (error, list) => console.log('called back with', error, list))
