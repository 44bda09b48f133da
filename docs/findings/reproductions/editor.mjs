// npm: editor@1.0.0
// Where the editor is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn no-such-editor ENOENT
import edit from 'editor'

edit('notes.txt', { editor: 'no-such-editor' }, (code) => console.log('called back with', code))
