/**
 * The weaver's one pass over the syntax tree: decides where sites and hooks go and writes the shapes of `abi.ts`.
 * Linear in the tree; parsing costs three times as much.
 *
 * Two things are carried down to each expression:
 *
 * - `at`: an offset at which a store may stand so that nothing but plain names is evaluated between it and the
 *   expression, or -1. It is where an AssignmentExpression begins, which `#free` puts into parentheses with the store, and
 *   is handed on to the operand that is evaluated first (`x = it.next().value`: before `it`).
 * - `shown`: whether V8 would render this expression in an error text (`a.b(…).c is not a function`, `… is not
 *   iterable`). Nothing may be put into such an expression; around it is fine.
 *
 * Insertions are added in the order of the text: what opens at a node before its children, what closes after them.
 */

import type { Program } from 'acorn'
import { abiName as N, realmName } from './abi.ts'
import type { Aliases } from './alias-names.ts'
import { closing, InsertionWriter, mark } from './insertion-writer.ts'
import type { Insertions } from './insertions.ts'
import { subjectOf } from './not-iterable.ts'
import { isOwnArray } from './own-array.ts'
import { PlaceCalls } from './place-calls.ts'
import { positionOf } from './positions.ts'
import { importCall } from './relevance.ts'
import type { SiteTable } from './sites.ts'
import {
  boundNames,
  calleeName,
  collectionOf,
  endsEarly,
  holdsFunction,
  isNoPromise,
  isWord,
  keyName,
  memberName,
  type Tree,
} from './syntax.ts'
import { wantsKeys, type WeavePlan } from './weave-plan.ts'

export class PlaceInsertions {
  readonly #plan: WeavePlan
  readonly #writer: InsertionWriter
  readonly #calls: PlaceCalls
  readonly #writes: boolean
  readonly #deletes: boolean
  /** The function around is async and no generator: what it returns is awaited. */
  #returnsPromise = false
  /** The name that a function gets if it is the next expression. */
  #pendingName = ''
  /** Function literals that wait for a name (`InsertionWriter.waiting`) in the expression that the function around stands in. */
  #waitingOutside = 0

  constructor(source: string, plan: WeavePlan, aliases: Aliases, insertions: Insertions, sites: SiteTable) {
    this.#plan = plan
    this.#writer = new InsertionWriter(source, insertions, sites)
    this.#calls = new PlaceCalls(this.#writer, plan, aliases, {
      expression: (node, at, shown) => this.#expression(node, at, shown),
      free: (node) => this.#free(node),
      around: (node, hook, site) => this.#wrap(node, hook, site),
    })
    this.#writes = wantsKeys(plan.writes)
    this.#deletes = wantsKeys(plan.deletes)
  }

  program(program: Program): void {
    const body = program.body as Tree[]
    // Runners wrap modules: the function that is all of a text is the module.
    if (isFunction(body.at(-1)) && body.slice(0, -1).every((statement) => statement['directive'] !== undefined))
      this.#writer.depth = -1
    this.#statements(body)
  }

  /** Visits the node inside `N.<hook>(` … `,<site>,N)`, or what closes a store. Of a sequence in parentheses only the last part is the value. */
  #wrap(node: Tree, hook: string, site: number, target = node.start): void {
    if (node.type === 'SequenceExpression') {
      const parts = node['expressions'] as Tree[]
      for (let i = 0; i < parts.length - 1; i += 1) this.#free(parts[i])
      this.#wrap(parts.at(-1)!, hook, site)
      return
    }
    this.#writer.open(node.start, `${N}.${hook}(`, target)
    this.#free(node)
    this.#writer.add(node.end, `,${site}${hook === 'a' ? closing : hook === 'x' ? `,${realmName},Promise)` : `,${N})`}`)
  }

  // Statements

  #statements(nodes: readonly Tree[]): void {
    for (const node of nodes) this.#statement(node)
  }

  /** An expression where the grammar has an AssignmentExpression and V8 shows nothing of it. */
  #free(node: Tree | null | undefined): void {
    if (node == null) return
    this.#writer.operand = -1
    this.#parenthesized(node)
  }

  /** One that the grammar wants a higher expression for. */
  #operand(node: Tree): void {
    this.#writer.operand = node.start
    this.#parenthesized(node)
  }

  #parenthesized(node: Tree): void {
    this.#writer.statement = -1
    this.#expression(node, node.start, false)
    this.#writer.close(node.start, node.end)
  }

  #statement(node: Tree): void {
    this.#writer.waiting = this.#waitingOutside
    switch (node.type) {
      case 'ExpressionStatement':
        if (node['directive'] !== undefined) return
        this.#writer.statement = node.start
        this.#expression(node['expression'], node.start, false)
        return
      case 'VariableDeclaration':
        this.#declarations(node)
        return
      case 'FunctionDeclaration':
        this.#function(node)
        return
      case 'ClassDeclaration':
        this.#class(node)
        return
      case 'BlockStatement':
      case 'StaticBlock':
        this.#statements(node['body'])
        return
      case 'ReturnStatement':
        if (node['argument'] !== null) this.#returned(node['argument'])
        return
      case 'ThrowStatement':
        this.#free(node['argument'])
        return
      case 'IfStatement':
        this.#free(node['test'])
        this.#statement(node['consequent'])
        if (node['alternate'] !== null) this.#statement(node['alternate'])
        return
      case 'ForStatement': {
        const init = node['init'] as Tree | null
        if (init?.type === 'VariableDeclaration') this.#declarations(init)
        else this.#free(init)
        this.#free(node['test'])
        this.#free(node['update'])
        this.#statement(node['body'])
        return
      }
      case 'ForInStatement':
        this.#loopVariable(node['left'])
        this.#free(node['right'])
        this.#statement(node['body'])
        return
      case 'ForOfStatement':
        this.#forOf(node, node.start)
        return
      case 'WhileStatement':
        this.#free(node['test'])
        this.#statement(node['body'])
        return
      case 'DoWhileStatement':
        this.#statement(node['body'])
        this.#free(node['test'])
        return
      case 'SwitchStatement':
        this.#free(node['discriminant'])
        for (const c of node['cases'] as Tree[]) {
          this.#free(c['test'])
          this.#statements(c['consequent'])
        }
        return
      case 'TryStatement':
        this.#statement(node['block'])
        if (node['handler'] !== null) {
          if (node['handler'].param !== null) {
            this.#pattern(node['handler'].param)
            this.#declare(node['handler'].param)
          }
          this.#statement(node['handler'].body)
        }
        if (node['finalizer'] !== null) this.#statement(node['finalizer'])
        return
      case 'LabeledStatement': {
        let body = node['body'] as Tree
        while (body.type === 'LabeledStatement') body = body['body']
        if (body.type === 'ForOfStatement') this.#forOf(body, node.start)
        else this.#statement(body)
        return
      }
      case 'WithStatement':
        // Names in its body are looked up in an object, which would see ours: the body stays as it is.
        this.#free(node['object'])
        return
      case 'ExportNamedDeclaration':
        if (node['declaration'] !== null) this.#statement(node['declaration'])
        return
      case 'ExportDefaultDeclaration': {
        const declaration = node['declaration'] as Tree
        this.#pendingName = 'default'
        if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
          this.#statement(declaration)
        else this.#free(declaration)
        this.#pendingName = ''
        return
      }
      default:
        // Imports, export lists, break, continue, debugger, the empty statement: nothing within.
        return
    }
  }

  #declarations(node: Tree): void {
    for (const { id, init } of node['declarations'] as { id: Tree; init: Tree | null }[]) {
      this.#pattern(id)
      if (init !== null) {
        if (id.type === 'Identifier') this.#named(init, id['name'])
        else this.#expression(init, -1, true)
        this.#infer(init)
      }
      // What modules import and declare may be asked for before it is there, by others that import them in turn.
      if (this.#writer.depth > 0 || node['kind'] === 'var') this.#declare(id)
    }
  }

  #declare(pattern: Tree): void {
    boundNames(pattern, (name) => this.#writer.declared.add(name))
  }

  #named(node: Tree, name: string): void {
    this.#pendingName = name
    this.#free(node)
    this.#pendingName = ''
  }

  #loopVariable(left: Tree): void {
    if (left.type === 'VariableDeclaration') this.#declarations(left)
    else this.#pattern(left)
  }

  /** `start` is that of the outermost label: a label must stay directly before its loop. */
  #forOf(node: Tree, start: number): void {
    const { left, right, body } = node as unknown as { left: Tree; right: Tree; body: Tree }
    const { iteration, leavesOwn } = this.#plan
    if (!iteration || (leavesOwn === true && isOwnArray(right, this.#writer.declared))) {
      this.#loopVariable(left)
      this.#expression(right, -1, true)
      this.#statement(body)
      return
    }
    const target = positionOf(right, this.#writer.source)
    const collection = collectionOf(right)
    const site = this.#writer.site('loop', target, collection?.path ?? '')
    this.#writer.sites.setSubject(site, subjectOf(right, this.#writer.source, node['await']))
    const activation = N + site
    this.#writer.add(start, `{let ${activation};`)
    this.#loopVariable(left)
    let subject = right
    while (subject.type === 'SequenceExpression') {
      const parts = subject['expressions'] as Tree[]
      for (const part of parts.slice(0, -1)) this.#free(part)
      subject = parts.at(-1)!
    }
    this.#writer.open(subject.start, `${N}.p(${activation}=${N}.o(`, target)
    this.#free(subject)
    this.#writer.add(subject.end, `,${site},${realmName}${collection === undefined ? '' : `,${collection.root}`}))`)
    const next = `${activation}&&${N}.n(${activation});`
    if (body.type === 'BlockStatement') {
      this.#writer.add(body.start + 1, next)
      this.#statement(body)
    } else {
      this.#writer.add(body.start, `{${mark}${next}`)
      this.#statement(body)
      this.#writer.add(body.end, `}${mark}`)
    }
    this.#writer.add(
      node.end,
      this.#plan.iterationEnd ? `let ${activation}f=${activation}&&${N}.f(${activation})}` : `}${mark}`,
    )
  }

  #returned(argument: Tree): void {
    if (!this.#plan.awaits || !this.#returnsPromise || isNoPromise(argument)) this.#free(argument)
    else this.#wrap(argument, 'h', this.#writer.site('return', argument.start, ''))
  }

  // Patterns: what is assigned to, in declarations, parameters and destructuring

  #pattern(node: Tree): void {
    switch (node.type) {
      case 'MemberExpression':
        this.#target(node, -1, 'u', 'update')
        return
      case 'ObjectPattern':
        for (const property of node['properties'] as Tree[]) {
          if (property['computed']) this.#free(property['key'])
          this.#pattern(property.type === 'RestElement' ? property : property['value'])
        }
        return
      case 'ArrayPattern':
        for (const element of node['elements'] as (Tree | null)[]) if (element !== null) this.#pattern(element)
        return
      case 'AssignmentPattern':
        this.#pattern(node['left'])
        this.#named(node['right'], node['left'].type === 'Identifier' ? node['left'].name : '')
        return
      case 'RestElement':
        this.#pattern(node['argument'])
        return
      default:
        return
    }
  }

  /** A member expression that is written or deleted. Gives the site if hooks were put around its object, else 0. */
  #target(node: Tree, at: number, hook: string, kind: 'write' | 'update' | 'delete', position = -1): number {
    const { object, property, computed } = node as unknown as { object: Tree; property: Tree; computed: boolean }
    const key = keyName(property, computed)
    if (!this.#wantsKey(node, kind === 'delete' ? this.#plan.deletes : this.#plan.writes)) {
      this.#expression(object, at, false)
      if (computed) this.#free(property)
      return 0
    }
    const site = this.#writer.site(kind, object.start, key)
    this.#wrap(object, hook, site, position < 0 ? object.start : position)
    if (computed) {
      if (key === '') this.#wrap(property, 'k', site)
      else this.#free(property)
    }
    return site
  }

  #wantsKey(member: Tree, keys: ReadonlySet<string> | 'any'): boolean {
    const { object, property, computed } = member as unknown as { object: Tree; property: Tree; computed: boolean }
    if (object.type === 'Super' || property.type === 'PrivateIdentifier') return false
    if (keys === 'any') return true
    const key = keyName(property, computed)
    return key === '' ? keys.size > 0 : keys.has(key)
  }

  // Expressions

  #expression(node: Tree, at: number, shown: boolean): void {
    switch (node.type) {
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#function(node)
        return
      case 'ClassExpression':
        this.#class(node)
        return
      default:
        this.#pendingName = ''
    }
    switch (node.type) {
      case 'Literal':
        if (typeof node['value'] === 'string') this.#code(node, () => {})
        return
      case 'Identifier':
      case 'ThisExpression':
      case 'Super':
      case 'MetaProperty':
      case 'PrivateIdentifier':
        return
      case 'CallExpression':
        this.#calls.call(node, at)
        this.#writer.waiting = Math.max(0, this.#writer.waiting - 1)
        return
      case 'NewExpression':
        this.#calls.construct(node, at)
        return
      case 'MemberExpression':
        this.#expression(node['object'], at, shown)
        if (node['computed']) this.#part(node['property'], shown)
        return
      case 'ChainExpression':
        this.#calls.linkedCalls(node['expression'])
        this.#expression(node['expression'], at, shown)
        return
      case 'AssignmentExpression':
        this.#assignment(node, at, shown)
        return
      case 'BinaryExpression':
      case 'LogicalExpression':
        this.#expression(node['left'], at, shown)
        if (shown) this.#expression(node['right'], -1, true)
        else this.#operand(node['right'])
        return
      case 'ConditionalExpression':
        this.#expression(node['test'], at, shown)
        this.#part(node['consequent'], shown)
        this.#part(node['alternate'], shown)
        return
      case 'SequenceExpression':
        for (const part of node['expressions'] as Tree[]) this.#part(part, shown)
        return
      case 'UnaryExpression':
        if (this.#deletes && node['operator'] === 'delete') this.#delete(node, at)
        else this.#expression(node['argument'], at, shown)
        return
      case 'UpdateExpression':
        if (this.#writes && node['argument'].type === 'MemberExpression')
          this.#target(node['argument'], at, 'u', 'update')
        else this.#expression(node['argument'], at, shown)
        return
      case 'AwaitExpression':
        if (!this.#plan.awaits || isNoPromise(node['argument'])) this.#expression(node['argument'], at, false)
        else this.#wrap(node['argument'], 'h', this.#writer.site('await', node.start, ''))
        return
      case 'YieldExpression':
        if (node['delegate']) this.#expression(node['argument'], -1, true)
        else this.#free(node['argument'])
        return
      case 'TemplateLiteral':
        this.#code(node, () => {
          for (const part of node['expressions'] as Tree[]) this.#part(part, shown)
        })
        return
      case 'TaggedTemplateExpression':
        this.#calls.taggedTemplate(node, at)
        return
      case 'ArrayExpression':
        for (const element of node['elements'] as (Tree | null)[]) {
          if (element === null) continue
          if (element.type === 'SpreadElement') this.#expression(element['argument'], -1, true)
          else this.#part(element, shown)
        }
        return
      case 'ObjectExpression':
        this.#object(node, shown)
        return
      case 'ImportExpression':
        if (this.#plan.imports) this.#wrap(node['source'], 'i', this.#writer.site('import', node.start, ''))
        else this.#free(node['source'])
        this.#free(node['options'])
        return
      default:
        return
    }
  }

  /** A string, which may be code that imports (`new Function('file', 'return import(file)')`). */
  #code(node: Tree, within: () => void): void {
    const hooked = this.#plan.imports && importCall.test(this.#writer.source.slice(node.start, node.end))
    if (!hooked) return within()
    const site = this.#writer.site('import', node.start, '')
    this.#writer.open(node.start, `${N}.i(`)
    within()
    this.#writer.add(node.end, `,${site},${N})`)
  }

  /** A part of an expression where the grammar has an AssignmentExpression of its own. */
  #part(node: Tree, shown: boolean): void {
    if (shown) this.#expression(node, -1, true)
    else this.#free(node)
  }

  #assignment(node: Tree, at: number, shown: boolean): void {
    const { left, right, operator } = node as unknown as { left: Tree; right: Tree; operator: string }
    if (left.type === 'ObjectPattern' || left.type === 'ArrayPattern') {
      this.#pattern(left)
      this.#expression(right, -1, true)
      return
    }
    if (left.type !== 'MemberExpression') {
      this.#pendingName = left['name'] ?? ''
    } else if (this.#writes && holdsFunction(right)) {
      // V8 names the function after the text of the target, so the hook stands before the whole assignment.
      const object = left['object'] as Tree
      const named = object.type === 'ThisExpression' || isWord(object)
      if (named && at >= 0 && this.#wantsKey(left, this.#plan.writes)) {
        const site = this.#writer.site('update', object.start, memberName(left))
        const text = this.#writer.source.slice(object.start, object.end)
        this.#writer.add(at, `!(${N}.u(${text},${site}),1)?0:`)
      }
      this.#expression(left, -1, false)
      this.#pendingName = memberName(left)
    } else if (this.#writes) {
      const plain = operator === '='
      const site = this.#target(left, at, plain ? 'w' : 'u', plain ? 'write' : 'update')
      if (site !== 0 && plain) {
        this.#wrap(right, 'v', site)
        return
      }
      this.#pendingName = memberName(left)
    } else {
      this.#expression(left, at, false)
      this.#pendingName = memberName(left)
    }
    this.#part(right, shown)
    this.#pendingName = ''
    if (operator === '=') this.#infer(right)
  }

  /** The end of an assignment or initialiser: V8 names what waits, unless the value comes from a call. */
  #infer(value: Tree): void {
    if (value.type !== 'CallExpression' && value.type !== 'NewExpression') this.#writer.waiting = 0
  }

  #delete(node: Tree, at: number): void {
    const argument = node['argument'] as Tree
    const member = argument.type === 'ChainExpression' ? (argument['expression'] as Tree) : argument
    // `delete a?.b.c` ends early inside its object, which no call can take part in.
    const whole = member === argument || (member['optional'] && !endsEarly(member['object']))
    if (member.type === 'MemberExpression' && whole) this.#target(member, at, 'd', 'delete', node.start)
    else this.#expression(argument, at, false)
  }

  #object(node: Tree, shown: boolean): void {
    for (const property of node['properties'] as Tree[]) {
      if (property.type === 'SpreadElement') {
        this.#part(property['argument'], shown)
        continue
      }
      if (property['computed']) this.#part(property['key'], shown)
      this.#pendingName = keyName(property['key'], property['computed'])
      this.#part(property['value'], shown)
      this.#pendingName = ''
      this.#writer.waiting = 0
    }
  }

  #function(node: Tree): void {
    const enclosing = this.#writer.enclosing
    const returnsPromise = this.#returnsPromise
    const waiting = this.#writer.waiting
    const waitingOutside = this.#waitingOutside
    this.#waitingOutside = waiting
    this.#writer.enclosing = (node['id']?.name ?? this.#pendingName) || enclosing
    this.#writer.depth += 1
    this.#pendingName = ''
    this.#returnsPromise = node['async'] && !node['generator']
    const body = node['body'] as Tree
    // Woven text would no longer be valid asm.js, and V8 would say so on standard error.
    if (body.type !== 'BlockStatement' || body['body'][0]?.directive !== 'use asm') {
      for (const parameter of node['params'] as Tree[]) {
        this.#pattern(parameter)
        this.#declare(parameter)
      }
      if (body.type === 'BlockStatement') this.#statement(body)
      else this.#returned(body)
    }
    this.#writer.enclosing = enclosing
    this.#writer.depth -= 1
    this.#returnsPromise = returnsPromise
    this.#waitingOutside = waitingOutside
    this.#writer.waiting = waiting + 1
  }

  #class(node: Tree): void {
    const superclass = this.#calls.superclass
    const className = (node['id']?.name as string | undefined) ?? this.#pendingName
    this.#pendingName = ''
    if (node['superClass'] !== null) this.#expression(node['superClass'], -1, false)
    this.#calls.superclass = node['superClass'] === null ? '' : calleeName(node['superClass'])
    this.#writer.depth += 1
    for (const member of node['body'].body as Tree[]) {
      if (member.type === 'StaticBlock') {
        this.#statement(member)
        continue
      }
      if (member['computed']) this.#free(member['key'])
      this.#writer.waiting = 0
      if (member['value'] !== null) {
        const key =
          member['key'].type === 'PrivateIdentifier'
            ? `#${member['key'].name}`
            : keyName(member['key'], member['computed'])
        this.#named(member['value'], member['kind'] === 'constructor' ? className : key)
      }
    }
    this.#writer.depth -= 1
    this.#calls.superclass = superclass
    this.#writer.waiting = node['id'] === null ? 1 : 0
  }
}

/** Whether a statement is a function expression and nothing else. */
function isFunction(statement: Tree | undefined): boolean {
  const type = statement?.type === 'ExpressionStatement' ? (statement['expression'] as Tree).type : ''
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}
