// npm: ps-tree@1.2.0
// Where ps is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn ps ENOENT
import psTree from 'ps-tree'

process.env.PATH = '/nowhere'
psTree(process.pid, (error, children) => console.log('called back with', error, children))
