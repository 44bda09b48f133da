/**
 * The `TypeError` that V8 would have thrown for `for (x of subject)`. The loop's subject stands inside a call of ours in
 * woven text, so V8 would name that call; the weaver therefore renders the subject as V8's `CallPrinter` does and puts
 * the result into the site, and the runtime throws this. Verified against V8 by `test/instrument/weave-behaviour.test.ts`.
 */

import type { Node } from 'acorn'
import type { RealmAbi } from './abi.ts'

/**
 * How V8 speaks of the subject. `call`: `text` is the callee of a call, the value is what it returned. `read`: V8 lost
 * sight of the subject and tells of the failing read instead; without a text it describes the value.
 */
export interface Subject {
  readonly form: 'plain' | 'call' | 'read'
  readonly text: string
  readonly async: boolean
}

type AnyNode = Node & Record<string, any>

const intermediate = '(intermediate value)'

/** Renders `node`; `source` gives the text of literals. `calls` is what V8 prints behind the callee of a call within. */
function render(node: AnyNode, source: string, calls: string): string {
  switch (node.type) {
    case 'Identifier':
      return node['name'] as string
    case 'ThisExpression':
      return 'this'
    case 'Literal':
      return typeof node['value'] === 'string' ? `"${node['value']}"` : source.slice(node.start, node.end)
    case 'TemplateLiteral': {
      const parts = node['quasis'] as { value: { cooked: string } }[]
      return parts.length === 1 ? `"${parts[0]!.value.cooked}"` : intermediate
    }
    case 'MemberExpression': {
      const object = render(node['object'], source, calls)
      const key = node['property'] as AnyNode
      const optional = node['optional'] ? '?' : ''
      if (key.type === 'PrivateIdentifier') return `${object}[#${key['name']}]`
      if (!node['computed']) return `${object}${optional}.${key['name']}`
      if (key.type === 'Literal' && typeof key['value'] === 'string') return `${object}${optional}.${key['value']}`
      return `${object}${optional && '?.'}[${render(key, source, calls)}]`
    }
    case 'Super':
      return intermediate
    case 'CallExpression':
      return render(node['callee'], source, calls) + calls
    case 'NewExpression':
      return `new ${render(node['callee'], source, calls)}${calls}`
    case 'ArrayExpression':
      return `[${(node['elements'] as (AnyNode | null)[]).map((e) => (e === null ? '' : render(e, source, calls))).join(',')}]`
    case 'UnaryExpression':
      return `(${node['operator']}${/[a-z]/.test(node['operator']) ? ' ' : ''}${render(node['argument'], source, calls)})`
    case 'UpdateExpression':
      return node['prefix']
        ? `(${node['operator']}${render(node['argument'], source, calls)})`
        : `(${render(node['argument'], source, calls)}${node['operator']})`
    case 'BinaryExpression':
    case 'LogicalExpression':
      return `(${render(node['left'], source, calls)} ${node['operator']} ${render(node['right'], source, calls)})`
    case 'SequenceExpression':
      return `(${(node['expressions'] as AnyNode[]).map((e) => render(e, source, calls)).join(' , ')})`
    case 'AssignmentExpression':
      return render(node['left'], source, calls)
    case 'ConditionalExpression':
      return intermediate.repeat(3)
    case 'ObjectExpression':
      return `{${(node['properties'] as unknown[]).map(() => intermediate).join('')}}`
    default:
      return intermediate
  }
}

/** What V8 would say of the subject of a loop. */
export function subjectOf(node: Node, source: string, async: boolean): Subject {
  const calls = async ? '(...)' : ''
  const n = node as AnyNode
  switch (n.type) {
    case 'CallExpression':
      return { form: 'call', text: render(n, source, calls), async }
    case 'NewExpression':
      return { form: 'call', text: render(n['callee'], source, calls) + calls, async }
    case 'ChainExpression': {
      const last = n['expression'] as AnyNode
      return { form: 'read', text: last.type === 'CallExpression' ? render(last, source, calls) : '', async }
    }
    case 'LogicalExpression':
      if (n['operator'] !== '??' && !showsLogical(n)) return { form: 'read', text: '', async }
      return { form: 'plain', text: render(n, source, calls), async }
    default:
      return { form: 'plain', text: render(n, source, calls), async }
  }
}

/** Whether V8 still knows that a value came from this `||` or `&&`: nothing in it has a position of its own. */
export function showsLogical(node: Node): boolean {
  const n = node as AnyNode
  return n['left'].type === 'Identifier' && n['right'].type === 'Literal'
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'string') return `string "${value}"`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`
  return typeof value
}

/** The message of V8's error when `value`, which the subject gave, is not iterable. */
export function notIterableMessage(subject: Subject, value: unknown): string {
  const symbol = subject.async ? 'Symbol(Symbol.asyncIterator)' : 'Symbol(Symbol.iterator)'
  if (subject.async && value == null) return `Cannot read properties of ${value} (reading '${symbol}')`
  const iterable = subject.async ? 'async iterable' : 'iterable'
  switch (subject.form) {
    case 'plain':
      return `${subject.text} is not ${iterable}`
    case 'call':
      return `${subject.text} is not a function or its return value is not ${iterable}`
    case 'read':
      return `${subject.text || describe(value)} is not ${iterable} (cannot read property ${symbol})`
  }
}

/**
 * Stands in for a value that is not iterable: a loop that asks it for its iterator gets that error, of the realm that the
 * loop runs in, with a stack that starts at the loop. `below` is the function of ours that the loop called. The throw
 * itself is a builtin's, which has no source: what Node prints above an uncaught error is the line of the loop.
 */
export function failingIterable(subject: Subject, value: unknown, realm: RealmAbi, below: Function): object {
  const error = new realm.TypeError(notIterableMessage(subject, value))
  realm.captureStackTrace(error, below)
  const generator = neverStarted()
  const fail = throwInto.bind(generator, error)
  return { [Symbol.iterator]: fail, [Symbol.asyncIterator]: fail }
}

function* neverStarted(): Generator<never> {}

/** `Generator.prototype.throw`, as a builtin whose receiver is given by `bind`. */
const throwInto = neverStarted.prototype.throw as (this: Generator<never>, error: unknown) => never
