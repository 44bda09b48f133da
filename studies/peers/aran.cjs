/**
 * Runs a project's tests under Aran, as `NODE_OPTIONS=--require=…/aran.cjs`, with the checks of `checks.cjs` around each
 * call. Aran rewrites a whole text into a small core language; only calls are woven, the least that the checks need.
 */

const { createRequire } = require('node:module')
const path = require('node:path')
const { runInThisContext } = require('node:vm')
const { beforeCall } = require('./checks.cjs')
const { instrumentProject } = require('./instrument-project.cjs')

// The framework is installed with the project. It exports itself to `import` alone.
const ofProject = createRequire(path.join(process.cwd(), 'package.json'))
const { instrument, setupile } = ofProject('./node_modules/aran/lib/index.mjs')
const { parse } = ofProject('acorn')
const { generate } = ofProject('astring')

runInThisContext(generate(setupile({})))
globalThis._ARAN_ADVICE_ = {
  'apply@around': (_state, callee, receiver, args, place) => {
    beforeCall(callee, receiver, args, () => place)
    return Reflect.apply(callee, receiver, args)
  },
}

instrumentProject((text, file) => {
  const names = ['exports', 'require', 'module', '__filename', '__dirname']
  const root = parse(`(function (${names.join(', ')}) {${text}\n})`, { ecmaVersion: 2024, sourceType: 'script' })
  const program = instrument({ kind: 'eval', root, path: file }, { pointcut: ['apply@around'] })
  const completion = JSON.stringify(generate(program))
  return `return (0, eval)(${completion}).call(this, ${names.join(', ')})`
})
