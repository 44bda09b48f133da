// npm: external-editor@3.1.0
// Where the editor is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn no-such-editor ENOENT
import { editAsync } from 'external-editor'

process.env.VISUAL = 'no-such-editor'
editAsync('text', (error, text) => console.log('called back with', error, text))
