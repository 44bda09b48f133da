// npm: ssh-keygen@0.5.0
// Where ssh-keygen is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn ssh-keygen ENOENT
import keygen from 'ssh-keygen'

process.env.PATH = '/nowhere'
keygen({ location: 'key', read: true }, (error, keys) => console.log('called back with', error, keys))
