/** Where V8 has an expression, in stack traces and errors: a site is there, so that a captured frame can be compared with it. */

import { showsLogical } from './not-iterable.ts'
import { followsCall, type Tree } from './syntax.ts'

/** Blanks, comments and closing parentheses between a callee and the parenthesis of its arguments. */
const untilArguments = /(?:\s|\/\*[^]*?\*\/|\/\/.*|\)|\?\.)*\(/y

const comments = /\/\*[^]*?\*\/|\/\/.*/g

/** Where the arguments of a call begin, behind the parenthesis; -1 if there is none (`new X`). */
export function argumentsOf(callee: Tree, source: string): number {
  untilArguments.lastIndex = callee.end
  return untilArguments.test(source) ? untilArguments.lastIndex : -1
}

/** Names that V8's scanner gives tokens of their own: called by one of these, a member is where its parenthesis is. */
const reserved =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|switch|this|throw|true|try|typeof|var|void|while|with)$/

/** Whether V8 has a call where the name of what is called begins. */
function isCalledByName(callee: Tree): boolean {
  if (callee.type !== 'MemberExpression') return callee.type === 'Identifier' || callee.type === 'Super'
  const property = callee['property'] as Tree
  return !callee['computed'] && property.type === 'Identifier' && !reserved.test(property['name'])
}

/** Where V8 says that an expression is, in a stack trace or an error. */
export function positionOf(node: Tree, source: string): number {
  switch (node.type) {
    case 'CallExpression': {
      const callee = node['callee'] as Tree
      const open = argumentsOf(callee, source) - 1
      if (open < 0) return node.start
      if (!isCalledByName(callee) || /[)?]/.test(source.slice(callee.end, open).replace(comments, ''))) return open
      return callee.type === 'MemberExpression' ? callee['property'].start : callee.start
    }
    case 'MemberExpression': {
      const { property, computed, optional } = node as unknown as {
        property: Tree
        computed: boolean
        optional: boolean
      }
      if (computed) return source.indexOf('[', node['object'].end)
      if (optional) return source.indexOf('?.', node['object'].end)
      return followsCall(node) ? source.lastIndexOf('.', property.start) : property.start
    }
    case 'ChainExpression':
      return positionOf(node['expression'], source)
    case 'LogicalExpression':
      if (node['operator'] === '??' || !showsLogical(node)) return positionOf(node['right'], source)
      return source.indexOf(node['operator'], node['left'].end)
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return source.indexOf(node['operator'], node['left'].end)
    case 'UpdateExpression':
      return node['prefix'] ? node.start : node.end - 2
    case 'SequenceExpression':
      return node['expressions'].at(-1).start
    default:
      return node.start
  }
}
