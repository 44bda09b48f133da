/**
 * Questions about expressions that the weaver asks: what may be evaluated between a store and its call, what V8 names and
 * when, what a call is a call of. Pure and local: none looks further than the node it is given.
 */

import type { Node } from 'acorn'

/** The tree as it comes: a node's fields are known by its type only. */
export type Tree = Node & Record<string, any>

/** Whether evaluating the node calls nothing that could use up the site slot; getters and coercions are taken to be harmless. */
export function isSimple(node: Tree): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'MetaProperty':
      return true
    case 'TemplateLiteral':
      return (node['expressions'] as Tree[]).every(isSimple)
    case 'MemberExpression':
      return (
        node['object'].type !== 'Super' && isSimple(node['object']) && (!node['computed'] || isSimple(node['property']))
      )
    case 'UnaryExpression':
      return node['operator'] !== 'delete' && isSimple(node['argument'])
    case 'BinaryExpression':
    case 'LogicalExpression':
      return node['left'].type !== 'PrivateIdentifier' && isSimple(node['left']) && isSimple(node['right'])
    case 'ConditionalExpression':
      return isSimple(node['test']) && isSimple(node['consequent']) && isSimple(node['alternate'])
    case 'ArrayExpression':
      return (node['elements'] as (Tree | null)[]).every((e) => e === null || isSimple(e))
    case 'ObjectExpression':
      return (node['properties'] as Tree[]).every(
        (p) => p.type === 'Property' && !p['computed'] && isSimple(p['value']),
      )
    default:
      return false
  }
}

/** `a`, `this.b.c`, `super.m`, `(0, a.b)`: nothing is evaluated but names and properties, in one go. */
export function isPath(node: Tree): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'ThisExpression':
    case 'Super':
      return true
    case 'MemberExpression':
      return !node['optional'] && (!node['computed'] || node['property'].type === 'Literal') && isPath(node['object'])
    case 'SequenceExpression':
      return (
        node['expressions'].length === 2 && node['expressions'][0].type === 'Literal' && isPath(node['expressions'][1])
      )
    default:
      return false
  }
}

/** Whether an optional chain goes on through the node. */
export function endsEarly(node: Tree): boolean {
  if (node.type === 'MemberExpression') return node['optional'] || endsEarly(node['object'])
  if (node.type === 'CallExpression') return node['optional'] || endsEarly(node['callee'])
  return false
}

/** Whether V8 parses the member after a call or an optional link, and then takes the dot for its position. */
export function followsCall(member: Tree): boolean {
  for (let node = member; node.type === 'MemberExpression'; node = node['object']) {
    const object = node['object'] as Tree
    if (object.start !== node.start) return false
    if (object.type === 'CallExpression' || object['optional']) return true
  }
  return false
}

/** A value that is no promise, whatever happens. */
export function isNoPromise(node: Tree): boolean {
  switch (node.type) {
    case 'Literal':
    case 'TemplateLiteral':
    case 'ArrayExpression':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
    case 'UnaryExpression':
    case 'BinaryExpression':
    case 'UpdateExpression':
      return true
    case 'SequenceExpression':
      return isNoPromise(node['expressions'].at(-1))
    default:
      return false
  }
}

/** Whether a function literal in it still waits for a name when it ends. */
export function holdsFunction(node: Tree): boolean {
  switch (node.type) {
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ClassExpression':
      return true
    case 'ArrayExpression':
      return (node['elements'] as (Tree | null)[]).some((e) => e !== null && holdsFunction(e))
    case 'ObjectExpression':
      return (node['properties'] as Tree[]).some((p) => holdsFunction(p['value'] ?? p['argument']))
    case 'ConditionalExpression':
      return holdsFunction(node['consequent']) || holdsFunction(node['alternate'])
    case 'LogicalExpression':
    case 'BinaryExpression':
      return holdsFunction(node['left']) || holdsFunction(node['right'])
    case 'SequenceExpression':
      return (node['expressions'] as Tree[]).some(holdsFunction)
    case 'CallExpression':
      return holdsFunction(node['callee']) || (node['arguments'] as Tree[]).some(holdsFunction)
    case 'MemberExpression':
      return holdsFunction(node['object'])
    case 'AssignmentExpression':
      return holdsFunction(node['right'])
    case 'SpreadElement':
      return holdsFunction(node['argument'])
    default:
      return false
  }
}

/** A function literal that is not async. */
export function isSyncFunction(node: Tree | undefined): boolean {
  if (node?.type !== 'FunctionExpression' && node?.type !== 'ArrowFunctionExpression') return false
  return node['async'] !== true
}

/**
 * What is evaluated first in a simple expression or a path: a name, or something that cannot throw by itself.
 */
export function firstEvaluated(node: Tree): Tree {
  switch (node.type) {
    case 'MemberExpression':
      return firstEvaluated(node['object'])
    case 'UnaryExpression':
      return firstEvaluated(node['argument'])
    case 'BinaryExpression':
    case 'LogicalExpression':
      return firstEvaluated(node['left'])
    case 'ConditionalExpression':
      return firstEvaluated(node['test'])
    case 'SequenceExpression':
      return firstEvaluated(node['expressions'].at(-1))
    case 'TemplateLiteral': {
      const [first] = node['expressions'] as Tree[]
      return first === undefined ? node : firstEvaluated(first)
    }
    default:
      return node
  }
}

/** Tells of each name that a declaration or a parameter binds. */
export function boundNames(pattern: Tree, tell: (name: string) => void): void {
  switch (pattern.type) {
    case 'Identifier':
      tell(pattern['name'])
      return
    case 'ObjectPattern':
      for (const property of pattern['properties'] as Tree[])
        boundNames(property.type === 'RestElement' ? property : property['value'], tell)
      return
    case 'ArrayPattern':
      for (const element of pattern['elements'] as (Tree | null)[]) if (element !== null) boundNames(element, tell)
      return
    case 'AssignmentPattern':
      boundNames(pattern['left'], tell)
      return
    case 'RestElement':
      boundNames(pattern['argument'], tell)
      return
    default:
      return
  }
}

/** A name that can be written again as it is. */
export const isWord = (node: Tree): boolean => node.type === 'Identifier' && /^[\w$]+$/.test(node['name'])

/** The name of a property, where the text has it: `o.name`, `o['name']`, `{ name: … }`; empty otherwise. */
export function keyName(key: Tree, computed: boolean): string {
  if (!computed && key.type === 'Identifier') return key['name'] as string
  if (key.type === 'Literal' && typeof key['value'] === 'string') return key['value']
  if (key.type === 'Literal' && typeof key['value'] === 'number') return String(key['value'])
  if (key.type === 'TemplateLiteral' && key['quasis'].length === 1) return key['quasis'][0].value.cooked as string
  return ''
}

export const memberName = (node: Tree): string => keyName(node['property'], node['computed'])

/** The last name of a path: what a call through it is a call of. Empty if there is none. */
export function calleeName(callee: Tree): string {
  if (callee.type === 'Identifier') return callee['name'] as string
  if (callee.type === 'MemberExpression') return memberName(callee)
  if (callee.type === 'SequenceExpression') return calleeName(callee['expressions'].at(-1))
  if (callee.type === 'ChainExpression') return calleeName(callee['expression'])
  return ''
}

const iteratorMethods: ReadonlySet<string> = new Set(['entries', 'keys', 'values'])

/**
 * The collection behind an iterator, in `a.b.entries()`: a name that can be evaluated again and the path of properties
 * from it. Undefined for any other expression.
 */
export function collectionOf(node: Tree): { root: string; path: string } | undefined {
  if (node.type !== 'CallExpression' || node['optional'] || node['arguments'].length > 0) return undefined
  const callee = node['callee'] as Tree
  if (callee.type !== 'MemberExpression' || callee['optional'] || !iteratorMethods.has(memberName(callee)))
    return undefined
  const path: string[] = []
  let object = callee['object'] as Tree
  for (; object.type === 'MemberExpression'; object = object['object']) {
    if (object['optional'] || object['computed'] || !isWord(object['property'])) return undefined
    path.unshift(object['property'].name as string)
  }
  if (object.type !== 'ThisExpression' && !isWord(object)) return undefined
  return { root: object.type === 'ThisExpression' ? 'this' : (object['name'] as string), path: path.join('.') }
}

/** Whether evaluating the node may suspend the function around: it holds `await` or `yield` outside of functions. */
export function suspends(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(suspends)
  if (node === null || typeof node !== 'object' || !('type' in node)) return false
  const { type } = node as Tree
  if (type === 'AwaitExpression' || type === 'YieldExpression') return true
  if (type === 'FunctionExpression' || type === 'ArrowFunctionExpression') return false
  return Object.values(node).some((child) => typeof child === 'object' && suspends(child))
}
