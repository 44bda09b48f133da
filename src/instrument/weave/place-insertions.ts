/**
 * The weaver's one pass over the syntax tree: decides where sites and hooks go and writes the shapes of `abi.ts`.
 * Linear in the tree; parsing costs three times as much.
 *
 * Two things are carried down to each expression:
 *
 * - `at`: an offset at which `!(N.s=17)?0:` may stand so that nothing but plain names is evaluated between it and the
 *   expression, or -1. It is where an AssignmentExpression may stand, and is handed on to the operand that is evaluated
 *   first (`x = it.next().value`: before `it`).
 * - `shown`: whether V8 would render this expression in an error text (`a.b(…).c is not a function`, `… is not
 *   iterable`). No conditional may be put into such an expression; around it is fine.
 *
 * Insertions are added in the order of the text: what opens at a node before its children, what closes after them.
 */

import type { Program } from 'acorn'
import { abiName as N, realmName } from './abi.ts'
import type { Insertions } from './insertions.ts'
import { showsLogical, subjectOf } from './not-iterable.ts'
import type { SiteKind, SiteTable } from './sites.ts'
import {
  calleeName,
  endsEarly,
  followsCall,
  holdsFunction,
  isNoPromise,
  isPath,
  isSimple,
  keyName,
  memberName,
  suspends,
  type Tree,
} from './syntax.ts'
import { wantsKeys, type WeavePlan } from './weave-plan.ts'

const mark = `/*${N}*/`

/** Blanks, comments and closing parentheses between a callee and the parenthesis of its arguments. */
const untilArguments = /(?:\s|\/\*[^]*?\*\/|\/\/.*|\)|\?\.)*\(/y

/** What an identifier must not touch. */
const wordEnd = /[\w$\u0080-\uffff]/

const comments = /\/\*[^]*?\*\/|\/\/.*/g

/** A name that can be written again as it is. */
const isWord = (node: Tree): boolean => node.type === 'Identifier' && /^[\w$]+$/.test(node['name'])

const nowhere = -1
const before = -2
const alone = -3

/**
 * Where a call's store goes: the index of the argument that holds it, `before` the whole expression, `alone` in an empty
 * spread, or `nowhere`. It should be evaluated last. Spread arguments cannot hold it, because V8 shows what cannot be
 * spread; simple ones may follow it.
 */
function storePlace(callee: Tree, given: readonly Tree[], at: number): number {
  const early = at >= 0 && isPath(callee)
  if (given.length === 0) return early ? before : alone
  for (let i = given.length - 1; i >= 0; i -= 1) {
    const argument = given[i]!
    if (argument.type !== 'SpreadElement') return i
    if (!isSimple(argument['argument'])) return nowhere
  }
  return early ? before : nowhere
}

export class PlaceInsertions {
  readonly #source: string
  readonly #plan: WeavePlan
  readonly #aliases: ReadonlySet<string>
  readonly #insertions: Insertions
  readonly #sites: SiteTable
  readonly #writes: boolean
  readonly #deletes: boolean
  /** The name of the nearest function around that has one. */
  #enclosing = ''
  /** The function around is async and no generator: what it returns is awaited. */
  #returnsPromise = false
  /** The name that a function gets if it is the next expression. */
  #pendingName = ''
  /**
   * Function literals behind us that V8 has not named yet. The end of an assignment, an initialiser or a property names
   * all of them, after whatever names stand before it (`forEach.J$mop.s` in a stack trace, were it ours); the end of a
   * call takes the last one off. This mirrors V8's `FuncNameInferrer` closely enough to know when an assignment of ours
   * would be seen.
   */
  #waiting = 0
  /** Those of the expression that the function around stands in. */
  #waitingOutside = 0
  /** Calls inside optional chains. */
  readonly #linked = new Set<Tree>()
  /** What the class around extends. */
  #superclass = ''

  constructor(source: string, plan: WeavePlan, aliases: ReadonlySet<string>, insertions: Insertions, sites: SiteTable) {
    this.#source = source
    this.#plan = plan
    this.#aliases = aliases
    this.#insertions = insertions
    this.#sites = sites
    this.#writes = wantsKeys(plan.writes)
    this.#deletes = wantsKeys(plan.deletes)
  }

  program(program: Program): void {
    this.#statements(program.body as Tree[])
  }

  #site(kind: SiteKind, offset: number, name: string): number {
    return this.#sites.add(kind, offset, name, this.#enclosing)
  }

  /** Inserts text that begins with the name, apart from an identifier or keyword before it. */
  #open(offset: number, text: string, target = offset): void {
    const touches = offset > 0 && wordEnd.test(this.#source[offset - 1]!)
    this.#insertions.add(offset, touches ? mark + text : text, target)
  }

  /** `N.s=17`, or its equal as a call where the assignment would make V8 name functions that wait for a name. */
  #store(site: number): string {
    return this.#waiting > 0 ? `${N}.t(${site})` : `${N}.s=${site}`
  }

  /** The store in front of an expression. */
  #storeBefore(offset: number, site: number): void {
    this.#insertions.add(offset, this.#waiting > 0 ? `!${N}.t(${site})?0:` : `!(${N}.s=${site})?0:`)
  }

  /** Visits the node inside `N.<hook>(` … `,<site>,N)`, or `,N.s=<site>)` for a store. Of a sequence in parentheses only the last part is the value. */
  #wrap(node: Tree, hook: string, site: number, target = node.start): void {
    if (node.type === 'SequenceExpression') {
      const parts = node['expressions'] as Tree[]
      for (let i = 0; i < parts.length - 1; i += 1) this.#expression(parts[i]!, parts[i]!.start, false)
      this.#wrap(parts.at(-1)!, hook, site)
      return
    }
    this.#open(node.start, `${N}.${hook}(`, target)
    this.#expression(node, node.start, false)
    this.#insertions.add(node.end, hook === 'a' ? `,${this.#store(site)})` : `,${site},${N})`)
  }

  // Statements

  #statements(nodes: readonly Tree[]): void {
    for (const node of nodes) this.#statement(node)
  }

  /** An expression where the grammar has an AssignmentExpression and V8 shows nothing of it. */
  #free(node: Tree | null | undefined): void {
    if (node != null) this.#expression(node, node.start, false)
  }

  #statement(node: Tree): void {
    this.#waiting = this.#waitingOutside
    switch (node.type) {
      case 'ExpressionStatement':
        if (node['directive'] === undefined) this.#free(node['expression'])
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
          if (node['handler'].param !== null) this.#pattern(node['handler'].param)
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
      if (init === null) continue
      if (id.type === 'Identifier') this.#named(init, id['name'])
      else this.#expression(init, -1, true)
      this.#infer(init)
    }
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
    if (!this.#plan.iteration) {
      this.#loopVariable(left)
      this.#expression(right, -1, true)
      this.#statement(body)
      return
    }
    const target = this.#position(right)
    const site = this.#site('loop', target, '')
    this.#sites.setSubject(site, subjectOf(right, this.#source, node['await']))
    const activation = N + site
    this.#insertions.add(start, `{let ${activation};`)
    this.#loopVariable(left)
    let subject = right
    while (subject.type === 'SequenceExpression') {
      const parts = subject['expressions'] as Tree[]
      for (const part of parts.slice(0, -1)) this.#free(part)
      subject = parts.at(-1)!
    }
    this.#open(subject.start, `${N}.p(${activation}=${N}.o(`, target)
    this.#free(subject)
    this.#insertions.add(subject.end, `,${site},${realmName}))`)
    const next = `${activation}&&${N}.n(${activation});`
    if (body.type === 'BlockStatement') {
      this.#insertions.add(body.start + 1, next)
      this.#statement(body)
    } else {
      this.#insertions.add(body.start, `{${mark}${next}`)
      this.#statement(body)
      this.#insertions.add(body.end, `}${mark}`)
    }
    this.#insertions.add(
      node.end,
      this.#plan.iterationEnd ? `let ${activation}f=${activation}&&${N}.f(${activation})}` : `}${mark}`,
    )
  }

  #returned(argument: Tree): void {
    if (!this.#plan.awaits || !this.#returnsPromise || isNoPromise(argument)) this.#free(argument)
    else this.#wrap(argument, 'h', this.#site('return', argument.start, ''))
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
    const site = this.#site(kind, object.start, key)
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
      case 'Identifier':
      case 'Literal':
      case 'ThisExpression':
      case 'Super':
      case 'MetaProperty':
      case 'PrivateIdentifier':
        return
      case 'CallExpression':
        this.#call(node, at)
        this.#waiting = Math.max(0, this.#waiting - 1)
        return
      case 'NewExpression':
        this.#new(node, at)
        return
      case 'MemberExpression':
        this.#expression(node['object'], at, shown)
        if (node['computed']) this.#part(node['property'], shown)
        return
      case 'ChainExpression':
        this.#linkedCalls(node['expression'])
        this.#expression(node['expression'], at, shown)
        return
      case 'AssignmentExpression':
        this.#assignment(node, at, shown)
        return
      case 'BinaryExpression':
      case 'LogicalExpression':
        this.#expression(node['left'], at, shown)
        this.#expression(node['right'], -1, shown)
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
        else this.#wrap(node['argument'], 'h', this.#site('await', node.start, ''))
        return
      case 'YieldExpression':
        if (node['delegate']) this.#expression(node['argument'], -1, true)
        else this.#free(node['argument'])
        return
      case 'TemplateLiteral':
        for (const part of node['expressions'] as Tree[]) this.#part(part, shown)
        return
      case 'TaggedTemplateExpression':
        this.#taggedTemplate(node, at)
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
        this.#free(node['source'])
        this.#free(node['options'])
        return
      default:
        return
    }
  }

  /** Notes the calls that an optional chain goes on through: no call of ours may take a part of it. */
  #linkedCalls(chain: Tree): void {
    if (this.#plan.hookCalls === undefined || !endsEarly(chain)) return
    for (let node = chain; ; node = node['object'] ?? node['callee']) {
      if (node.type === 'CallExpression') this.#linked.add(node)
      else if (node.type !== 'MemberExpression') return
    }
  }

  /** A part of an expression where the grammar has an AssignmentExpression of its own. */
  #part(node: Tree, shown: boolean): void {
    this.#expression(node, shown ? -1 : node.start, shown)
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
        const site = this.#site('update', object.start, memberName(left))
        const text = this.#source.slice(object.start, object.end)
        this.#insertions.add(at, `!(${N}.u(${text},${site}),1)?0:`)
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
    if (value.type !== 'CallExpression' && value.type !== 'NewExpression') this.#waiting = 0
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
      this.#waiting = 0
    }
  }

  #function(node: Tree): void {
    const enclosing = this.#enclosing
    const returnsPromise = this.#returnsPromise
    const waiting = this.#waiting
    const waitingOutside = this.#waitingOutside
    this.#waitingOutside = waiting
    this.#enclosing = (node['id']?.name ?? this.#pendingName) || enclosing
    this.#pendingName = ''
    this.#returnsPromise = node['async'] && !node['generator']
    const body = node['body'] as Tree
    // Woven text would no longer be valid asm.js, and V8 would say so on standard error.
    if (body.type !== 'BlockStatement' || body['body'][0]?.directive !== 'use asm') {
      for (const parameter of node['params'] as Tree[]) this.#pattern(parameter)
      if (body.type === 'BlockStatement') this.#statement(body)
      else this.#returned(body)
    }
    this.#enclosing = enclosing
    this.#returnsPromise = returnsPromise
    this.#waitingOutside = waitingOutside
    this.#waiting = waiting + 1
  }

  #class(node: Tree): void {
    const superclass = this.#superclass
    const className = (node['id']?.name as string | undefined) ?? this.#pendingName
    this.#pendingName = ''
    if (node['superClass'] !== null) this.#expression(node['superClass'], -1, false)
    this.#superclass = node['superClass'] === null ? '' : calleeName(node['superClass'])
    for (const member of node['body'].body as Tree[]) {
      if (member.type === 'StaticBlock') {
        this.#statement(member)
        continue
      }
      if (member['computed']) this.#free(member['key'])
      this.#waiting = 0
      if (member['value'] !== null) {
        const key =
          member['key'].type === 'PrivateIdentifier'
            ? `#${member['key'].name}`
            : keyName(member['key'], member['computed'])
        this.#named(member['value'], member['kind'] === 'constructor' ? className : key)
      }
    }
    this.#superclass = superclass
    this.#waiting = node['id'] === null ? 1 : 0
  }

  // Calls

  /** What the call is a call of, if the plan wants its site; empty otherwise. */
  #calledName(callee: Tree): string {
    const plan = this.#plan
    switch (callee.type) {
      case 'MemberExpression': {
        const name = memberName(callee)
        if (name === '' || callee['property'].type === 'PrivateIdentifier') return ''
        if (plan.members.has(name)) return name
        if ((name === 'call' || name === 'apply') && callee['object'].type === 'MemberExpression') {
          const inner = memberName(callee['object'])
          return inner !== '' && plan.members.has(inner) ? inner : ''
        }
        return plan.callees.has(name) ? name : ''
      }
      case 'Identifier': {
        const name = callee['name'] as string
        return plan.callees.has(name) || this.#aliases.has(name) ? name : ''
      }
      case 'SequenceExpression':
        return this.#calledName(callee['expressions'].at(-1))
      case 'ChainExpression':
        return this.#calledName(callee['expression'])
      case 'Super':
        return this.#isConstructor(this.#superclass) ? this.#superclass : ''
      default:
        return ''
    }
  }

  #isConstructor(name: string): boolean {
    return name !== '' && (this.#plan.constructors.has(name) || this.#aliases.has(name))
  }

  #call(node: Tree, at: number): void {
    const callee = node['callee'] as Tree
    const given = node['arguments'] as Tree[]
    const name = this.#calledName(callee)
    if (name !== '' && this.#plan.hookCalls !== undefined) {
      this.#hooked(node, name, this.#receiver(callee, given))
      return
    }
    const place = name === '' ? nowhere : storePlace(callee, given, node['optional'] ? -1 : at)
    if (place === nowhere) {
      this.#expression(callee, at, true)
      for (const argument of given) this.#argument(argument)
      return
    }
    const site = this.#site(callee.type === 'Super' ? 'construct' : 'call', this.#position(node), name)
    if (place === before) this.#storeBefore(at, site)
    this.#expression(callee, at, true)
    this.#arguments(given, place, site)
    if (place === alone) this.#insertions.add(node.end - 1, `...(${this.#store(site)},${realmName}.e)`)
  }

  #new(node: Tree, at: number): void {
    const callee = node['callee'] as Tree
    const given = node['arguments'] as Tree[]
    const name = calleeName(callee)
    const executor =
      this.#plan.executors && name === 'Promise' && given.length > 0 && given[0]!.type !== 'SpreadElement'
    if (!executor && this.#isConstructor(name) && this.#plan.hookCalls !== undefined) {
      this.#hooked(node, name, this.#receiver(callee, given))
      return
    }
    const place = executor || !this.#isConstructor(name) ? nowhere : storePlace(callee, given, at)
    if (place === nowhere) {
      this.#expression(callee, at, true)
      for (let i = 0; i < given.length; i += 1) {
        if (executor && i === 0) this.#wrap(given[0]!, 'x', this.#site('executor', node.start, name))
        else this.#argument(given[i]!)
      }
      return
    }
    const site = this.#site('construct', node.start, name)
    if (place === before) this.#storeBefore(at, site)
    this.#expression(callee, at, true)
    this.#arguments(given, place, site)
    if (place !== alone) return
    untilArguments.lastIndex = callee.end
    const open = untilArguments.test(this.#source) && untilArguments.lastIndex <= node.end
    if (open) this.#insertions.add(node.end - 1, `...(${this.#store(site)},${realmName}.e)`)
    else this.#insertions.add(node.end, `(...(${this.#store(site)},${realmName}.E))`)
  }

  /**
   * The receiver and function of a call as text that may be evaluated a second time: a name, or `this`. Empty if the
   * receiver must be caught on its way (`N.q`), undefined if the call cannot be hooked.
   */
  #receiver(callee: Tree, given: readonly Tree[]): string | undefined {
    const path = callee.type === 'SequenceExpression' ? (callee['expressions'].at(-1) as Tree) : callee
    // `eval` is direct only as long as it is called as it stands.
    if (path.type === 'Identifier')
      return isWord(path) && path['name'] !== 'eval' ? `void 0,${path['name']},` : undefined
    if (path.type !== 'MemberExpression' || memberName(path) === 'call' || memberName(path) === 'apply')
      return undefined
    const object = path['object'] as Tree
    if (object.type === 'ThisExpression') return 'this,'
    if (object.type === 'Identifier' && isWord(object)) return `${object['name']},`
    if (object.type === 'Super') return isWord(path['property']) ? `this,super.${path['property'].name},` : undefined
    return path === callee && !endsEarly(object) && !suspends(given) ? '' : undefined
  }

  /** The pure weaving strategy: arguments go through `N.c`, the result through `N.r`. */
  #hooked(node: Tree, name: string, receiver: string | undefined): void {
    const callee = node['callee'] as Tree
    const given = node['arguments'] as Tree[]
    const construct = node.type === 'NewExpression'
    if (receiver === undefined || (construct && (receiver === '' || callee.type === 'NewExpression'))) {
      this.#expression(callee, -1, true)
      for (const argument of given) this.#argument(argument)
      return
    }
    const site = this.#site(construct ? 'construct' : 'call', construct ? node.start : this.#position(node), name)
    const result = this.#plan.hookCalls!.has(name) && !this.#linked.has(node)
    if (result) this.#open(node.start, `${N}.r(`, this.#position(node))
    if (receiver === '') {
      this.#wrap(callee['object'], 'q', site)
      if (callee['computed']) this.#part(callee['property'], true)
    } else {
      this.#expression(callee, -1, true)
    }
    untilArguments.lastIndex = callee.end
    const open = untilArguments.test(this.#source) && untilArguments.lastIndex <= node.end
    if (open) {
      this.#insertions.add(untilArguments.lastIndex, `...${N}.c([`)
      for (const argument of given) this.#argument(argument)
      this.#insertions.add(node.end - 1, `],${site},${receiver}${N}.c)`)
    } else {
      this.#insertions.add(node.end, `(...${N}.c([],${site},${receiver}${N}.q))`)
    }
    if (result) this.#insertions.add(node.end, `,${site},${N})`)
  }

  /** A template has no arguments to hold a store: only the place before it serves. */
  #taggedTemplate(node: Tree, at: number): void {
    const tag = node['tag'] as Tree
    const name = at >= 0 && isPath(tag) && isSimple(node['quasi']) ? this.#calledName(tag) : ''
    if (name !== '') {
      const site = this.#site('call', node['quasi'].start, name)
      this.#storeBefore(at, site)
    }
    this.#expression(tag, name === '' ? at : -1, true)
    this.#expression(node['quasi'], -1, false)
  }

  #argument(node: Tree): void {
    // V8 shows what cannot be spread.
    if (node.type === 'SpreadElement') this.#expression(node['argument'], -1, true)
    else this.#free(node)
  }

  /** The argument that holds the store, if one does: before it if it is simple, else after it. */
  #arguments(nodes: readonly Tree[], holder: number, site: number): void {
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i]!
      if (i !== holder) {
        this.#argument(node)
      } else if (isSimple(node)) {
        this.#storeBefore(node.start, site)
        this.#expression(node, -1, false)
      } else {
        this.#wrap(node, 'a', site)
      }
    }
  }

  /** Where V8 says that an expression is, in a stack trace or an error. */
  #position(node: Tree): number {
    switch (node.type) {
      case 'CallExpression': {
        const callee = node['callee'] as Tree
        untilArguments.lastIndex = callee.end
        if (!untilArguments.test(this.#source)) return node.start
        const open = untilArguments.lastIndex - 1
        const plain =
          callee.type === 'Identifier' ||
          callee.type === 'Super' ||
          (callee.type === 'MemberExpression' && !callee['computed'])
        if (!plain || /[)?]/.test(this.#source.slice(callee.end, open).replace(comments, ''))) return open
        return callee.type === 'MemberExpression' ? callee['property'].start : callee.start
      }
      case 'MemberExpression': {
        const { property, computed, optional } = node as unknown as {
          property: Tree
          computed: boolean
          optional: boolean
        }
        if (computed) return this.#source.indexOf('[', node['object'].end)
        if (optional) return this.#source.indexOf('?.', node['object'].end)
        return followsCall(node) ? this.#source.lastIndexOf('.', property.start) : property.start
      }
      case 'ChainExpression':
        return this.#position(node['expression'])
      case 'LogicalExpression':
        if (node['operator'] === '??' || !showsLogical(node)) return this.#position(node['right'])
        return this.#source.indexOf(node['operator'], node['left'].end)
      case 'BinaryExpression':
      case 'AssignmentExpression':
        return this.#source.indexOf(node['operator'], node['left'].end)
      case 'UpdateExpression':
        return node['prefix'] ? node.start : node.end - 2
      case 'SequenceExpression':
        return node['expressions'].at(-1).start
      default:
        return node.start
    }
  }
}
