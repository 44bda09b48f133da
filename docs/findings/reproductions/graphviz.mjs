// npm: graphviz@0.0.9
// Where dot is missing, the process dies of an unhandled "error" event; the error callback is not called.
// sees: Error: spawn dot ENOENT
import graphviz from 'graphviz'

process.env.PATH = '/nowhere'
graphviz.digraph('G').output('png', 'out.png', (code) => console.log('called back with', code))
