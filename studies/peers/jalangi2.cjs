/**
 * Runs a project's tests under Jalangi2, as `NODE_OPTIONS=--require=…/jalangi2.cjs`, with the checks of `checks.cjs` in its
 * callback for calls. Jalangi2 reads ECMAScript 5 and parts of 6; other files stay as they are.
 */

const { createRequire } = require('node:module')
const path = require('node:path')
const { beforeCall } = require('./checks.cjs')
const { instrumentProject } = require('./instrument-project.cjs')

// The framework is installed with the project.
const jalangi2 = path.dirname(createRequire(path.join(process.cwd(), 'package.json')).resolve('jalangi2/package.json'))
const ofJalangi2 = createRequire(path.join(jalangi2, 'package.json'))
globalThis.acorn = ofJalangi2('acorn')
globalThis.esotope = ofJalangi2('esotope')
for (const part of ofJalangi2('./src/js/headers').headerSources) ofJalangi2(`./${part}`)

const { J$ } = globalThis
J$.initParams = {}
J$.analysis = {
  invokeFunPre(iid, callee, receiver, args) {
    beforeCall(callee, receiver, args, () => J$.iidToLocation(J$.getGlobalIID(iid)))
  },
}

instrumentProject((text, file) => {
  const { log } = console
  // It prints each text that it cannot read.
  console.log = () => {}
  try {
    // A module's text is the body of a function.
    const { code } = J$.instrumentCode({ code: `(function () {${text}\n}).call(this)`, origCodeFileName: file })
    return code
  } finally {
    console.log = log
  }
})
