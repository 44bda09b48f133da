/**
 * The `TypeError` that V8 would have thrown for `for (x of subject)`. The loop's subject stands inside a call of ours in
 * woven text, so V8 would name that call; the weaver therefore renders the subject as V8's `CallPrinter` does and puts
 * the result into the site, and the runtime throws this. Verified against V8 by `test/instrument/weave-loops.test.ts`.
 */

import type { Node } from 'acorn'

/**
 * How V8 speaks of the subject: its text; for a call (`call` true) the text of the callee; no text where V8 describes the
 * value instead.
 */
export interface Subject {
  readonly text: string | undefined
  readonly call: boolean
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
      if (!node['computed']) return `${object}.${key.type === 'PrivateIdentifier' ? '#' : ''}${key['name']}`
      if (key.type === 'Literal' && typeof key['value'] === 'string') return `${object}.${key['value']}`
      return `${object}[${render(key, source, calls)}]`
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
    case 'BinaryExpression':
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
  if (n.type === 'CallExpression') return { text: render(n, source, calls), call: true, async }
  if (n.type === 'NewExpression') return { text: render(n['callee'], source, calls) + calls, call: true, async }
  if (n.type === 'LogicalExpression' || n.type === 'ChainExpression') return { text: undefined, call: false, async }
  return { text: render(n, source, calls), call: false, async }
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'string') return `string "${value}"`
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${value}`
  return typeof value
}

/** The message of V8's error when `value`, which the subject gave, is not iterable. */
export function notIterableMessage(subject: Subject, value: unknown): string {
  const iterable = subject.async ? 'async iterable' : 'iterable'
  if (subject.text === undefined) {
    const symbol = subject.async ? 'Symbol(Symbol.asyncIterator)' : 'Symbol(Symbol.iterator)'
    return `${describe(value)} is not ${iterable} (cannot read property ${symbol})`
  }
  return subject.call
    ? `${subject.text} is not a function or its return value is not ${iterable}`
    : `${subject.text} is not ${iterable}`
}
