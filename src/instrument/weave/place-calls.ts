/**
 * Where the site of a call goes, and the shapes around calls and `new`: a part of the weaver's pass (`place-insertions.ts`),
 * which calls it for each of them and is called back for what stands inside.
 */

import { namespaces } from '../patch/language.ts'
import { abiName as N, realmName } from './abi.ts'
import type { Aliases } from './alias-names.ts'
import type { InsertionWriter } from './insertion-writer.ts'
import { argumentsOf, positionOf } from './positions.ts'
import {
  calleeName,
  endsEarly,
  firstEvaluated,
  holdsFunction,
  isPath,
  isSimple,
  isSyncFunction,
  isWord,
  memberName,
  suspends,
  type Tree,
} from './syntax.ts'
import type { WeavePlan } from './weave-plan.ts'

/** In `(0, o.m)()` the function is caught, since `o` may be an object that a second look would change. */
const caughtCallee = 'void 0,'

/** The pass, as calls need it for their parts. */
export interface ExpressionVisitor {
  /** `at` and `shown` as `place-insertions.ts` explains them. */
  expression(node: Tree, at: number, shown: boolean): void
  /** An expression where the grammar has an AssignmentExpression and V8 shows nothing of it. */
  free(node: Tree): void
  /** Visits the node inside `N.<hook>(` … `,<site>,N)`. */
  around(node: Tree, hook: string, site: number): void
}

const holders = new Set([...namespaces, 'console'])

const nowhere = -1
const before = -2
const alone = -3

/**
 * The argument that may hold a store: spread ones cannot, because V8 shows what cannot be spread; simple ones may follow it.
 * `before` all where there are no others.
 */
function holderAmong(given: readonly Tree[]): number {
  for (let i = given.length - 1; i >= 0; i -= 1) {
    const argument = given[i]!
    if (argument.type !== 'SpreadElement') return i
    if (!isSimple(argument['argument'])) return nowhere
  }
  return before
}

export class PlaceCalls {
  /** What the class around extends. */
  superclass = ''
  readonly #writer: InsertionWriter
  readonly #plan: WeavePlan
  readonly #aliases: Aliases
  readonly #visit: ExpressionVisitor
  /** Calls inside optional chains. */
  readonly #linked = new Set<Tree>()

  constructor(writer: InsertionWriter, plan: WeavePlan, aliases: Aliases, visit: ExpressionVisitor) {
    this.#writer = writer
    this.#plan = plan
    this.#aliases = aliases
    this.#visit = visit
  }

  /** Notes the calls that an optional chain goes on through: no call of ours may take a part of it. */
  linkedCalls(chain: Tree): void {
    if (this.#plan.hookCalls === undefined || !endsEarly(chain)) return
    for (let node = chain; ; node = node['object'] ?? node['callee']) {
      // A call that is the whole chain can be taken with it.
      if (node.type === 'CallExpression' && node !== chain) this.#linked.add(node)
      else if (node.type !== 'MemberExpression' && node !== chain) return
    }
  }

  /**
   * Where a call's store goes: the index of the argument that holds it, `before` the whole expression, `alone` in an empty
   * spread, or `nowhere`. It should be evaluated last.
   */
  #storePlace(callee: Tree, given: readonly Tree[], at: number): number {
    const early = at >= 0 && isPath(callee) && (at !== this.#writer.operand || this.#isSure(callee))
    if (given.length === 0) return early ? before : alone
    const holder = holderAmong(given)
    return holder === before && !early ? nowhere : holder
  }

  /** What the call is a call of, if the plan wants its site: empty where only a run can tell; undefined if nobody asks. */
  #calledName(callee: Tree, given: readonly Tree[]): string | undefined {
    const plan = this.#plan
    switch (callee.type) {
      case 'MemberExpression': {
        const name = memberName(callee)
        if (callee['property'].type === 'PrivateIdentifier') return undefined
        const told = plan.members.size > 0 && plan.hookCalls === undefined
        if (name === '') return told ? name : undefined
        if (told && name === 'apply' && calleeName(callee['object']) === 'Reflect') return name
        if (this.#isOther(callee['object'], name)) return undefined
        if (plan.members.has(name)) return this.#isOnlyAsync(name) && isSyncFunction(given[0]) ? undefined : name
        if (name === 'call' || name === 'apply') return this.#nameOfCalled(callee['object'], given)
        return plan.callees.has(name) || this.#aliases.members.has(name) ? name : undefined
      }
      case 'Identifier': {
        const name = callee['name'] as string
        return plan.callees.has(name) || this.#aliases.names.has(name) ? name : undefined
      }
      case 'SequenceExpression':
        return this.#calledName(callee['expressions'].at(-1), given)
      case 'ChainExpression':
        return this.#calledName(callee['expression'], given)
      case 'Super':
        return this.#isConstructor(this.superclass) ? this.superclass : undefined
      default:
        return undefined
    }
  }

  /**
   * What `f.call(…)` and `f.apply(…)` call. Who puts a function of their own in a method's place keeps the method by some name,
   * often that of a parameter, and calls it so on `this`.
   */
  #nameOfCalled(called: Tree, [receiver]: readonly Tree[]): string | undefined {
    const name = calleeName(called)
    const { members, callees } = this.#plan
    if (members.has(name) || this.#aliases.kept.has(name)) return name
    if (called.type !== 'Identifier') return undefined
    return callees.has(name) || this.#aliases.names.has(name) || receiver?.type === 'ThisExpression' ? name : undefined
  }

  /** Whether it is a function of the language that nobody asked for: where the object is another, a site is missing. */
  #isOther(object: Tree, name: string): boolean {
    const { statics, hookCalls } = this.#plan
    if (statics === undefined || hookCalls !== undefined || object.type !== 'Identifier') return false
    const holder = object['name'] as string
    return holders.has(holder) && !this.#writer.declared.has(holder) && !statics.has(`${holder}.${name}`)
  }

  /** Whether a call of the member can matter only where it is given an async function. */
  #isOnlyAsync(name: string): boolean {
    return this.#plan.givenAsync?.has(name) === true && !this.#aliases.members.has(name)
  }

  #isConstructor(name: string): boolean {
    return name !== '' && (this.#plan.constructors.has(name) || this.#aliases.names.has(name))
  }

  call(node: Tree, at: number): void {
    const callee = node['callee'] as Tree
    const given = node['arguments'] as Tree[]
    const name = this.#calledName(callee, given)
    if (name !== undefined && this.#plan.hookCalls !== undefined) {
      this.#hooked(node, name, this.#receiver(callee, given))
      return
    }
    const place = name === undefined ? nowhere : this.#storePlace(callee, given, node['optional'] ? -1 : at)
    if (name === undefined || place === nowhere) {
      this.#visit.expression(callee, at, true)
      for (const argument of given) this.#argument(argument)
      return
    }
    const site = this.#writer.site(
      callee.type === 'Super' ? 'construct' : 'call',
      positionOf(node, this.#writer.source),
      name,
    )
    if (place === before) this.#writer.storeBefore(at, site, this.#isSure(callee))
    this.#visit.expression(callee, at, true)
    this.#arguments(given, place, site)
    if (place === alone) this.#writer.add(node.end - 1, `...(${this.#writer.store(site)},${realmName}.e)`)
  }

  construct(node: Tree, at: number): void {
    const callee = node['callee'] as Tree
    const given = node['arguments'] as Tree[]
    const name = calleeName(callee)
    // Only a name can be asked again what it stands for: a library's class may be called so, too.
    const executor =
      this.#plan.executors &&
      callee.type === 'Identifier' &&
      name === 'Promise' &&
      given.length > 0 &&
      given[0]!.type !== 'SpreadElement'
    if (!executor && this.#isConstructor(name) && this.#plan.hookCalls !== undefined) {
      this.#hooked(node, name, this.#receiver(callee, given))
      return
    }
    const place = executor || !this.#isConstructor(name) ? nowhere : this.#storePlace(callee, given, at)
    if (place === nowhere) {
      this.#visit.expression(callee, at, true)
      for (let i = 0; i < given.length; i += 1) {
        if (executor && i === 0) this.#visit.around(given[0]!, 'x', this.#writer.site('executor', node.start, name))
        else this.#argument(given[i]!)
      }
      return
    }
    const site = this.#writer.site('construct', node.start, name)
    if (place === before) this.#writer.storeBefore(at, site, this.#isSure(callee))
    this.#visit.expression(callee, at, true)
    this.#arguments(given, place, site)
    if (place !== alone) return
    if (this.#argumentsOf(node) !== -1)
      this.#writer.add(node.end - 1, `...(${this.#writer.store(site)},${realmName}.e)`)
    else this.#writer.add(node.end, `(...(${this.#writer.store(site)},${realmName}.E))`)
  }

  /**
   * The receiver and function of a call as text that may be evaluated a second time: a name, or `this`. Empty if the
   * receiver must be caught on its way (`N.q`), `caughtCallee` if the function must be, undefined if the call cannot be
   * hooked.
   */
  #receiver(callee: Tree, given: readonly Tree[]): string | undefined {
    const path = callee.type === 'SequenceExpression' ? (callee['expressions'].at(-1) as Tree) : callee
    // `eval` is direct only as long as it is called as it stands.
    if (path.type === 'Identifier')
      return isWord(path) && path['name'] !== 'eval' ? `void 0,${path['name']},` : undefined
    if (path.type !== 'MemberExpression' || memberName(path) === 'call' || memberName(path) === 'apply')
      return undefined
    const object = path['object'] as Tree
    if (path !== callee && object.type !== 'Super' && !endsEarly(path) && !suspends(given)) return caughtCallee
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
      this.#visit.expression(callee, -1, true)
      for (const argument of given) this.#argument(argument)
      return
    }
    const site = this.#writer.site(
      construct ? 'construct' : 'call',
      construct ? node.start : positionOf(node, this.#writer.source),
      name,
    )
    const { names, members } = this.#aliases
    const matters = this.#plan.hookCalls!.has(name) || names.has(name) || members.has(name)
    const result = matters && !this.#linked.has(node)
    if (result) this.#writer.open(node.start, `${N}.r(`, positionOf(node, this.#writer.source))
    if (receiver === caughtCallee) {
      this.#visit.around(callee, 'q', site)
    } else if (receiver === '') {
      this.#visit.around(callee['object'], 'q', site)
      if (callee['computed']) this.#visit.expression(callee['property'], -1, true)
    } else {
      this.#visit.expression(callee, -1, true)
    }
    const open = this.#argumentsOf(node)
    if (open !== -1) {
      this.#writer.add(open, `...${N}.c([`)
      for (const argument of given) this.#argument(argument)
      this.#writer.add(node.end - 1, `],${site},${receiver}${N}.c)`)
    } else {
      this.#writer.add(node.end, `(...${N}.c([],${site},${receiver}${N}.q))`)
    }
    if (result) this.#writer.add(node.end, `,${site},${N})`)
  }

  /** A template has no arguments to hold a store: only the place before it serves. */
  taggedTemplate(node: Tree, at: number): void {
    const tag = node['tag'] as Tree
    const name = at >= 0 && isPath(tag) && isSimple(node['quasi']) ? this.#calledName(tag, []) : undefined
    if (name !== undefined) {
      const site = this.#writer.site('call', node['quasi'].start, name)
      this.#writer.storeBefore(at, site, this.#isSure(tag))
    }
    this.#visit.expression(tag, name === undefined ? at : -1, true)
    // No string of its own, even where its text is code: nothing may come between it and its tag.
    for (const part of node['quasi']['expressions'] as Tree[]) this.#visit.free(part)
  }

  #argument(node: Tree): void {
    // V8 shows what cannot be spread.
    if (node.type === 'SpreadElement') this.#visit.expression(node['argument'], -1, true)
    else this.#visit.free(node)
  }

  /** The argument that holds the store, if one does: before it if it is simple, else after it. */
  #arguments(nodes: readonly Tree[], holder: number, site: number): void {
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i]!
      if (i !== holder) {
        this.#argument(node)
      } else if (isSimple(node)) {
        const sure = node.type === 'Identifier' || (this.#isSure(node) && !holdsFunction(node))
        this.#writer.storeBefore(node.start, site, sure)
        this.#visit.expression(node, -1, false)
        this.#writer.close(node.start, node.end)
      } else {
        this.#visit.around(node, 'a', site)
      }
    }
  }

  /** Whether what is evaluated first is surely there. */
  #isSure(node: Tree): boolean {
    const first = firstEvaluated(node)
    return first.type !== 'Super' && (first.type !== 'Identifier' || this.#writer.declared.has(first['name']))
  }

  /** Where the arguments of a call begin; -1 for `new X`. */
  #argumentsOf(node: Tree): number {
    const open = argumentsOf(node['callee'], this.#writer.source)
    return open <= node.end ? open : -1
  }
}
