// npm: say@0.16.0
// Where festival is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn festival ENOENT
import { Say } from 'say'

process.env.PATH = '/nowhere'
new Say('linux').speak('hello', undefined, 1, (error) => console.log('called back with', error))
