/**
 * The JSON Schema of a spec: what the package publishes as `jsmop/spec.schema.json` (the build writes this value out), what
 * editors complete from, and what `check-structure.ts` checks both front ends against. Draft 2020-12;
 * `patternErrorMessage` is what editors and the checker show when a pattern does not match.
 */

import { maxParameters } from './compiled-spec.ts'

/** The part of JSON Schema that the spec's schema is written in, and `check-structure.ts` understands. */
export interface Schema {
  readonly $schema?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly title?: string
  readonly description?: string
  readonly type?: 'object' | 'array' | 'string' | 'boolean'
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false | Schema
  readonly propertyNames?: Schema
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly patternErrorMessage?: string
  readonly enum?: readonly string[]
  readonly const?: string
  readonly anyOf?: readonly Schema[]
  readonly if?: Schema
  readonly else?: Schema
  readonly default?: unknown
}

const oneOrMore = (schema: Schema, description: string): Schema => ({
  description,
  anyOf: [schema, { type: 'array', items: schema, minItems: 1 }],
})

const name: Schema = {
  type: 'string',
  pattern: '^(?!__proto__$)[A-Za-z_$][A-Za-z0-9_$]*$',
  patternErrorMessage: 'A name begins with a letter, `_` or `$` and goes on with these and digits.',
}

const target = oneOrMore(
  { $ref: '#/$defs/target' },
  'What the operation is done to: `Map.prototype.set`, `node:fs#openSync`, `npm:pg@>=8#Pool.prototype.connect`, `./src/pool.ts#Pool`. Several members: `Array.prototype.{push,pop}`.',
)

const moment = (moments: readonly string[], usual: string): Schema => ({
  description: `When the event is signalled; \`${usual}\` when absent.`,
  enum: moments,
  default: usual,
})

/** One kind of pointcut: what all have, and its own fields. */
function pointcut(
  kinds: readonly string[],
  description: string,
  fields: Readonly<Record<string, Schema>>,
  required: readonly string[],
): Schema {
  return {
    type: 'object',
    description,
    properties: {
      kind: { description: 'The kind of operation.', enum: kinds },
      ...fields,
      bind: { $ref: '#/$defs/bindings', description: "Bindings of this pointcut, where they differ from the event's." },
      if: { $ref: '#/$defs/expression', description: "A condition of this pointcut, besides the event's." },
    },
    required: ['kind', ...required],
    additionalProperties: false,
  }
}

/** Pointcuts by what `kind` says. */
const pointcuts: readonly Schema[] = [
  pointcut(
    ['call', 'construct'],
    'A function is called, or a class constructed.',
    {
      target,
      when: moment(['before', 'returned', 'threw', 'fulfilled', 'rejected', 'settled'], 'returned'),
      given: { description: 'What the first argument is; anything when absent.', enum: ['async function'] },
    },
    ['target'],
  ),
  pointcut(
    ['read', 'write', 'delete'],
    'A property is read, written or deleted.',
    {
      target,
      key: oneOrMore({ type: 'string', minLength: 1 }, 'The property; `*` is any, `index` any array index.'),
      when: moment(['before', 'returned'], 'returned'),
    },
    ['target', 'key'],
  ),
  pointcut(
    ['iterate'],
    'Iteration by syntax or by an explicit iterator.',
    { target, step: { description: 'Which step of the iteration.', enum: ['start', 'next', 'finish'] } },
    ['target', 'step'],
  ),
  pointcut(['handle'], 'A promise is awaited, returned, given a reaction, or taken into a combinator.', {}, []),
  pointcut(
    ['settle'],
    'A promise settles.',
    { outcome: { description: 'Either way when absent.', enum: ['fulfilled', 'rejected'] } },
    [],
  ),
  pointcut(
    ['emit'],
    'An emitter emits.',
    {
      target,
      event: oneOrMore({ type: 'string', minLength: 1 }, "The emitter's events; all when absent."),
      when: moment(['before', 'returned'], 'before'),
    },
    ['target'],
  ),
  pointcut(
    ['end'],
    'The end of something that the runtime knows of.',
    { of: { description: 'What ends.', enum: ['test', 'file', 'program', 'turn'] } },
    ['of'],
  ),
  pointcut(
    ['collect'],
    'The object bound to a parameter is known to be dead.',
    { parameter: { ...name, description: 'The parameter; the event binds it.' } },
    ['parameter'],
  ),
]

export const specSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'JSMOP spec',
  description: 'A rule about the use of an API: events, what they bind, and a property over them.',
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'Address of this schema, for editors.' },
    id: {
      type: 'string',
      description: 'Identity of the spec, `<api>/<name>`.',
      pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*$',
      patternErrorMessage:
        'An id is `<api>/<name>` in lower-case letters, digits and single hyphens, for example `array/no-shift-during-iteration`.',
    },
    description: { type: 'string', description: 'The rule in one sentence.', minLength: 1 },
    severity: { description: 'How bad a violation is.', enum: ['error', 'warning', 'suggestion'] },
    doc: {
      type: 'string',
      description: 'Address of the documentation that the rule comes from.',
      pattern: '^https?://[^ ]+$',
      patternErrorMessage:
        'The documentation is given by its web address, for example `https://nodejs.org/api/stream.html`.',
    },
    preset: {
      type: 'string',
      description:
        'The least preset that the spec belongs to, and from which version on, for example `strict@2`. By its severity when absent.',
      pattern: '^(?:recommended|strict|all)@[1-9][0-9]*$',
      patternErrorMessage: 'A preset is `recommended`, `strict` or `all` with a version, for example `strict@2`.',
    },
    falseAlarms: {
      type: 'array',
      description: 'Known false alarms, a sentence each.',
      items: { type: 'string', minLength: 1 },
    },
    parameters: {
      type: 'object',
      description: 'The objects or values that the rule relates, from the longest-lived to the shortest-lived.',
      propertyNames: name,
      additionalProperties: {
        description: '`object`: by identity. `value`: by value, as Map keys are. `bytes`: byte arrays by content.',
        enum: ['object', 'value', 'bytes'],
      },
      maxProperties: maxParameters,
    },
    events: {
      type: 'object',
      description: 'The events that the formula speaks of.',
      propertyNames: {
        type: 'string',
        pattern: '^(?!__proto__$)[^\\s"\'`{}]+$',
        patternErrorMessage: 'An event name holds no spaces, quotes or braces.',
      },
      additionalProperties: { $ref: '#/$defs/event' },
      minProperties: 1,
    },
    end: { type: 'string', description: 'The terminal event: at it the property is judged on the finished trace.' },
    logic: {
      type: 'string',
      description:
        'The logic of the formula: `ere`, `fsm`, `ltl`, `ptltl`, `cfg`, `raw` (no formula), or one added by a plugin.',
      minLength: 1,
    },
    formula: { type: 'string', description: 'The property over the events.', minLength: 1 },
    report: {
      type: 'object',
      description:
        'Categories to report, each with a message in which `{parameter}`, `{variable}` and `{event}` are filled in.',
      additionalProperties: { type: 'string', minLength: 1 },
      propertyNames: {
        type: 'string',
        minLength: 1,
        pattern: '^(?!__proto__$)',
        patternErrorMessage: 'This name is not a category.',
      },
      minProperties: 1,
    },
    blame: {
      description:
        'Whose line a report names: the violating event or the one that created the monitor. When absent: the creation event for reports that an end of life completes, else the violating event.',
      enum: ['violating', 'creation'],
    },
    countsLoading: {
      type: 'boolean',
      description:
        'Whether a rule that only the end can break counts what a module makes at its top level, while it loads.',
      default: false,
    },
    connected: {
      type: 'boolean',
      description: 'Report only instances whose parameters a chain of events bound together.',
      default: true,
    },
    fullBinding: { type: 'boolean', description: 'Report only instances that bind every parameter.', default: true },
    variables: {
      type: 'object',
      description: 'Variables of each monitor with their first values.',
      propertyNames: name,
    },
    options: {
      type: 'array',
      description: 'Variables whose first value the configuration may set.',
      items: name,
    },
  },
  required: ['id', 'description', 'severity', 'doc', 'events', 'logic', 'report'],
  additionalProperties: false,
  if: { type: 'object', properties: { logic: { const: 'raw' } } },
  else: { required: ['formula'] },
  $defs: {
    event: {
      type: 'object',
      properties: {
        on: oneOrMore({ anyOf: pointcuts }, 'Where the event comes from; absent for events that only logs signal.'),
        bind: {
          description:
            'Which part of the operation each parameter takes; or, for events that only logs signal, the parameters alone.',
          anyOf: [{ $ref: '#/$defs/bindings' }, { type: 'array', items: name }],
        },
        if: { $ref: '#/$defs/expression', description: 'The event is signalled only when this holds.' },
        creation: {
          type: 'boolean',
          description:
            'Whether the event may create a monitor. When no event of the spec says so, it follows from the formula.',
        },
        action: {
          type: 'object',
          description: "Values that the event gives to the monitor's variables.",
          propertyNames: name,
          additionalProperties: { $ref: '#/$defs/expression' },
        },
      },
      additionalProperties: false,
    },
    bindings: {
      type: 'object',
      propertyNames: name,
      additionalProperties: {
        type: 'string',
        description: 'A part of the operation, optionally followed by a path of properties.',
        pattern:
          '^(?:receiver|arg[0-9]|result|error|settled|key|value|iterable|iterator|promise|activation|test)(?:\\.[^.]+)*$',
        patternErrorMessage:
          'A binding begins with receiver, arg0…arg9, result, error, settled, key, value, iterable, iterator, promise, activation or test; a path of properties may follow, as in `arg0.signal`.',
      },
    },
    expression: {
      type: 'string',
      description: 'An expression of the safe language, as in `arg1 > 0 && isArray(receiver)`.',
      minLength: 1,
    },
    target: { type: 'string', minLength: 1 },
  },
}
