/** The safe expression language from outside: text and scope in, closure out. The steps are `scan`, `parse`, `evaluate`. */

import { nearestName } from '../../diagnostics/nearest-name.ts'
import { type SourceSpan, UserError } from '../../diagnostics/user-error.ts'
import { contextParts } from '../event-context.ts'
import type { Binding } from '../parse-binding.ts'
import { readBinding } from '../read-binding.ts'
import { compileExpression, type Evaluate } from './evaluate.ts'
import { expressionFunctions } from './functions.ts'
import { type Expression, parseExpression } from './parse.ts'
import type { Fail } from './scan.ts'

/** What names an expression can use. A variable hides a parameter, which hides a part of the operation. */
export interface Scope {
  /** The parts of the operation that exist; undefined when no operation is known, and all are accepted. */
  readonly roots: ReadonlySet<Binding['root']> | undefined
  /**
   * The spec's parameters: the part each takes, `differs` when the event's pointcuts do not agree on it, undefined when the
   * event does not bind it.
   */
  readonly parameters: ReadonlyMap<string, Binding | 'differs' | undefined>
  readonly variables: readonly string[]
}

/** Throws `UserError` with code `bad-expression`; `place` says where an offset of the text stands. */
export function readExpression(
  text: string,
  scope: Scope,
  place: (start: number, end: number) => SourceSpan = (start, end) => ({ source: 'expression', text, start, end }),
): Evaluate {
  const fail: Fail = (start, end, message, remedy) => {
    throw new UserError({ code: 'bad-expression', message, span: place(start, end), remedy })
  }
  const expression = parseExpression(text, fail)
  const names = new Map<string, Evaluate>()
  checkNames(expression, scope, names, fail)
  return compileExpression(expression, (name) => names.get(name)!)
}

/** Looks every name up once, and checks that calls are of known functions with the right number of arguments. */
function checkNames(expression: Expression, scope: Scope, names: Map<string, Evaluate>, fail: Fail): void {
  const check = (part: Expression): void => checkNames(part, scope, names, fail)
  switch (expression.kind) {
    case 'literal':
      break
    case 'name':
      names.set(expression.name, lookUp(expression, scope, fail))
      break
    case 'member':
      check(expression.object)
      check(expression.key)
      break
    case 'unary':
      check(expression.operand)
      break
    case 'binary':
      check(expression.left)
      check(expression.right)
      break
    case 'conditional':
      check(expression.test)
      check(expression.yes)
      check(expression.no)
      break
    case 'call':
      checkCall(expression, fail)
      expression.args.forEach(check)
      break
  }
}

function checkCall({ name, args, start, end }: Extract<Expression, { kind: 'call' }>, fail: Fail): void {
  const known = expressionFunctions.get(name)
  if (known === undefined) {
    const near = nearestName(name, expressionFunctions.keys())
    fail(
      start,
      start + name.length,
      `there is no function "${name}"`,
      `${near === undefined ? '' : `Did you mean "${near}"? `}An expression can call ${[...expressionFunctions.keys()].join(', ')}.`,
    )
  } else if (args.length !== known.arity) {
    fail(
      start,
      end,
      `"${name}" takes ${known.arity === 1 ? 'one argument' : 'two arguments'} but is given ${args.length}`,
      `Write \`${known.signature}\`.`,
    )
  }
}

function lookUp({ name, start, end }: Extract<Expression, { kind: 'name' }>, scope: Scope, fail: Fail): Evaluate {
  if (scope.variables.includes(name)) return (_, variables) => variables[name]
  const binding = scope.parameters.get(name)
  if (binding === 'differs') {
    fail(
      start,
      end,
      `"${name}" is bound to different parts in the event's pointcuts`,
      'Give each pointcut its own `if`, or name the part itself.',
    )
  } else if (binding !== undefined) {
    return (context) => readBinding(binding, context)
  }
  const argument = /^arg(\d)$/.exec(name)
  const root = contextParts.find((known) => known === name)
  const part = argument !== null || root === 'args' ? 'arg' : root
  if (part !== undefined && (scope.roots === undefined || scope.roots.has(part))) {
    if (root !== undefined) return (context) => context[root]
    const index = Number(argument![1])
    return (context) => context.args[index]
  }
  const parts = contextParts.filter((known) => scope.roots?.has(known === 'args' ? 'arg' : known) ?? true)
  const bound = [...scope.parameters].flatMap(([parameter, found]) => (found === undefined ? [] : [parameter]))
  const known = [...new Set([...scope.variables, ...bound, ...parts])]
  const near = nearestName(name, [...known, 'arg0'])
  const list = known.map((each) => (each === 'args' ? 'args, arg0…arg9' : each)).join(', ')
  const reason = scope.parameters.has(name)
    ? `the event does not bind the parameter "${name}"`
    : part === undefined
      ? `"${name}" is not known here`
      : `"${name}" is no part of this operation`
  return fail(start, end, reason, `${near === undefined ? '' : `Did you mean "${near}"? `}Known here: ${list}.`)
}
