/**
 * Rewrites what a project itself requires, its tests included, and nothing in `node_modules`: as `jsmop run --no-libraries`
 * does. What a framework cannot rewrite runs as it is, and is counted: a framework that understands a tenth of a project
 * costs little.
 */

const Module = require('node:module')
const { appendFileSync } = require('node:fs')

const root = `${process.cwd()}/`
const compile = Module.prototype._compile
const count = { rewritten: 0, asItIs: 0 }

exports.instrumentProject = (rewrite) => {
  Module.prototype._compile = function (text, file) {
    const own = file.startsWith(root) && !file.includes('/node_modules/')
    return compile.call(this, own ? rewritten(rewrite, text, file) : text, file)
  }
}

function rewritten(rewrite, text, file) {
  try {
    const result = rewrite(text.replace(/^#!.*/, ''), file)
    count.rewritten++
    return result
  } catch {
    count.asItIs++
    return text
  }
}

process.once('exit', () => {
  const file = process.env.JSMOP_PEER_FINDINGS
  if (file !== undefined) appendFileSync(file, `files ${JSON.stringify(count)}\n`)
})
