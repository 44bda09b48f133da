// npm: git-clone@0.2.0
// Where git is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn no-such-git ENOENT
import clone from 'git-clone'

clone('https://example.org/repo.git', 'target', { git: 'no-such-git' }, (error) =>
  console.log('called back with', error),
)
