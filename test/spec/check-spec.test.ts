import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkSpec, compileSpec } from '#src/spec/compile-spec.ts'
import type { SpecDefinition } from '#src/spec/definition.ts'
import { checkJsonSpec } from '#src/spec/read-json-spec.ts'
import { rendered, renderedErrorOf } from './rendered.ts'

/** A spec without mistakes, which each case breaks in one way. */
function correct() {
  return {
    id: 'map/no-change-during-iteration',
    description: 'A map must not change while it is iterated.',
    severity: 'error',
    doc: 'https://example.org/map',
    parameters: { map: 'object', iterator: 'object' },
    events: {
      create: {
        on: { kind: 'iterate', target: 'Map', step: 'start' },
        bind: { map: 'iterable', iterator: 'iterator' },
      },
      modify: { on: { kind: 'call', target: 'Map.prototype.{set,delete}' }, bind: { map: 'receiver' } },
      next: { on: { kind: 'iterate', target: 'Map', step: 'next' }, bind: { iterator: 'iterator' } },
    },
    logic: 'ere',
    formula: 'create next* modify+ next',
    report: { match: 'the map was changed' },
  }
}

/** A definition that may be broken. */
// oxlint-disable-next-line typescript/no-explicit-any
type Broken = any

const cases: [title: string, change: (spec: Broken) => unknown, explanation: string][] = [
  ['a correct spec has nothing to explain', () => {}, ``],
  [
    'a field is missing',
    (spec) => delete spec.doc,
    `error: the spec has no \`doc\` [missing-field]
spec.json:1:1
  1 | {
    | ^
help: Add \`doc\`: Address of the documentation that the rule comes from.`,
  ],
  [
    'every logic but raw needs a formula',
    (spec) => delete spec.formula,
    `error: the spec has no \`formula\` [missing-field]
spec.json:1:1
  1 | {
    | ^
help: Add \`formula\`: The property over the events.`,
  ],
  [
    'a field is misspelt',
    (spec) => (spec.fulBinding = true),
    `error: the spec has no field "fulBinding" [unknown-field]
spec.json:47:3
  47 |   "fulBinding": true
     |   ^^^^^^^^^^^^
help: Did you mean "fullBinding"?`,
  ],
  [
    'an unknown field resembles nothing',
    (spec) => (spec.events.next.colour = 'red'),
    `error: \`events.next\` has no field "colour" [unknown-field]
spec.json:40:7
  40 |       "colour": "red"
     |       ^^^^^^^^
help: Its fields are on, bind, if, creation, action.`,
  ],
  [
    'an id that is none',
    (spec) => (spec.id = 'Map Iteration'),
    `error: \`id\` cannot be "Map Iteration" [wrong-value]
spec.json:2:9
  2 |   "id": "Map Iteration",
    |         ^^^^^^^^^^^^^^^
help: An id is \`<api>/<name>\` in lower-case letters, digits and single hyphens, for example \`array/no-shift-during-iteration\`.`,
  ],
  [
    'a documentation address that is none',
    (spec) => (spec.doc = 'the manual'),
    `error: \`doc\` cannot be "the manual" [wrong-value]
spec.json:5:10
  5 |   "doc": "the manual",
    |          ^^^^^^^^^^^^
help: The documentation is given by its web address, for example \`https://nodejs.org/api/stream.html\`.`,
  ],
  [
    'a severity that is none',
    (spec) => (spec.severity = 'eror'),
    `error: \`severity\` cannot be "eror" [wrong-value]
spec.json:4:15
  4 |   "severity": "eror",
    |               ^^^^^^
help: Did you mean "error"? It can be "error", "warning", "suggestion".`,
  ],
  [
    'an empty description',
    (spec) => (spec.description = ''),
    `error: \`description\` is empty [wrong-value]
spec.json:3:18
  3 |   "description": "",
    |                  ^^
help: Give it a text.`,
  ],
  [
    'a value of the wrong kind',
    (spec) => (spec.connected = 'yes'),
    `error: \`connected\` cannot be "yes" [wrong-value]
spec.json:47:16
  47 |   "connected": "yes"
     |                ^^^^^
help: Give true or false.`,
  ],
  [
    'events that are a list',
    (spec) => (spec.events = []),
    `error: \`events\` cannot be a list [wrong-value]
spec.json:10:13
  10 |   "events": [],
     |             ^^
help: Give an object.`,
  ],
  [
    'no event at all',
    (spec) => (spec.events = {}),
    `error: \`events\` is empty [wrong-value]
spec.json:10:13
  10 |   "events": {},
     |             ^
help: Give at least one.`,
  ],
  [
    'an empty list of pointcuts',
    (spec) => (spec.events.next.on = []),
    `error: \`events.next.on\` is an empty list [wrong-value]
spec.json:32:13
  32 |       "on": [],
     |             ^^
help: Give at least one.`,
  ],
  [
    'a pointcut of a misspelt kind',
    (spec) => (spec.events.next.on.kind = 'iterat'),
    `error: \`events.next.on.kind\` cannot be "iterat" [wrong-value]
spec.json:33:17
  33 |         "kind": "iterat",
     |                 ^^^^^^^^
help: Did you mean "iterate"? It can be "call", "construct", "read", "write", "delete", "iterate", "handle", "settle", "emit", "end", "collect".`,
  ],
  [
    'a pointcut without kind',
    (spec) => delete spec.events.next.on.kind,
    `error: \`events.next.on\` has no \`kind\` [missing-field]
spec.json:32:13
  32 |       "on": {
     |             ^
help: Add \`kind\`: The kind of operation.`,
  ],
  [
    'a pointcut that is a text',
    (spec) => (spec.events.next.on = 'Map'),
    `error: \`events.next.on\` cannot be a string [wrong-value]
spec.json:32:13
  32 |       "on": "Map",
     |             ^^^^^
help: Give an object or a list.`,
  ],
  [
    'a pointcut without its own field',
    (spec) => delete spec.events.next.on.step,
    `error: \`events.next.on\` has no \`step\` [missing-field]
spec.json:32:13
  32 |       "on": {
     |             ^
help: Add \`step\`: Which step of the iteration.`,
  ],
  [
    'a moment that the kind does not have',
    (spec) => Object.assign(spec.events.next.on, { kind: 'emit', when: 'rejected' }),
    `error: \`events.next.on\` has no field "step" [unknown-field]
spec.json:35:9
  35 |         "step": "next",
     |         ^^^^^^
help: Its fields are kind, target, event, when, bind, if.
error: \`events.next.on.when\` cannot be "rejected" [wrong-value]
spec.json:36:17
  36 |         "when": "rejected"
     |                 ^^^^^^^^^^
help: Give one of "before", "returned".`,
  ],
  [
    'an event name with a space',
    (spec) => (spec.events['has next'] = {}),
    `error: "has next" cannot be a name in \`events\` [bad-name]
spec.json:41:5
  41 |     "has next": {}
     |     ^^^^^^^^^^
help: An event name holds no spaces, quotes or braces.`,
  ],
  [
    'a parameter name that is none',
    (spec) => (spec.parameters['my-map'] = 'object'),
    `error: "my-map" cannot be a name in \`parameters\` [bad-name]
spec.json:9:5
  9 |     "my-map": "object"
    |     ^^^^^^^^
help: A name begins with a letter, \`_\` or \`$\` and goes on with these and digits.`,
  ],
  [
    'five parameters',
    (spec) => Object.assign(spec.parameters, { a: 'value', b: 'value', c: 'bytes' }),
    `error: \`parameters\` has 5 entries, more than 4 [too-many-parameters]
spec.json:6:17
  6 |   "parameters": {
    |                 ^
help: Split the spec, or leave out a parameter that the rule does not need.`,
  ],
  [
    'a binding that is no part of an operation',
    (spec) => (spec.events.next.bind.iterator = 'this'),
    `error: \`events.next.bind.iterator\` cannot be "this" [wrong-value]
spec.json:38:21
  38 |         "iterator": "this"
     |                     ^^^^^^
help: A binding begins with receiver, arg0…arg9, result, error, settled, key, value, iterable, iterator, promise, activation or test; a path of properties may follow, as in \`arg0.signal\`.`,
  ],
  [
    'a parameter that does not exist',
    (spec) => (spec.events.next.bind.iterater = 'iterator'),
    `error: the spec has no parameter "iterater" [unknown-parameter]
spec.json:39:9
  39 |         "iterater": "iterator"
     |         ^^^^^^^^^^
help: Did you mean "iterator"? Otherwise declare it in \`parameters\`.`,
  ],
  [
    'a listed parameter that does not exist',
    (spec) => (spec.events.next = { bind: ['iterator', 'm'] }),
    `error: the spec has no parameter "m" [unknown-parameter]
spec.json:34:9
  34 |         "m"
     |         ^^^
help: Declare it in \`parameters\`.
warning: nothing in a program signals the event "next", while other events come from one [event-never-signalled]
spec.json:31:5
  31 |     "next": {
     |     ^^^^^^
help: Say with \`on\` where it comes from.`,
  ],
  [
    'a part that does not exist at that moment',
    (spec) =>
      Object.assign(spec.events.create, {
        on: { kind: 'call', target: 'Map.prototype.keys', when: 'before' },
        bind: { map: 'receiver', iterator: 'result' },
      }),
    `error: "iterator" is bound to \`result\`, which a call before it runs does not have [binding-not-available]
spec.json:19:21
  19 |         "iterator": "result"
     |                     ^^^^^^^^
note: the event comes from here
spec.json:12:13
  12 |       "on": {
     |             ^
help: Available there: receiver, arg0…arg9, activation, test.`,
  ],
  [
    'a part that the kind of operation never has',
    (spec) => (spec.events.next.bind.iterator = 'arg0'),
    `error: "iterator" is bound to \`arg0\`, which the \`next\` of an iteration does not have [binding-not-available]
spec.json:38:21
  38 |         "iterator": "arg0"
     |                     ^^^^^^
note: the event comes from here
spec.json:32:13
  32 |       "on": {
     |             ^
help: Available there: iterable, iterator, value, test.`,
  ],
  [
    'a parameter listed but bound to nothing',
    (spec) => (spec.events.next.bind = ['iterator']),
    `error: event "next" binds "iterator" but does not say to what [no-binding-source]
spec.json:37:15
  37 |       "bind": [
     |               ^
help: Write \`bind\` as an object from parameters to parts of the operation, for example \`{ i: "receiver" }\`.`,
  ],
  [
    'pointcuts of one event that bind different parameters',
    (spec) =>
      (spec.events.modify.on = [
        { kind: 'call', target: 'Map.prototype.set' },
        { kind: 'iterate', target: 'Map', step: 'finish', bind: { map: 'iterable', iterator: 'iterator' } },
      ]),
    `error: event "modify" binds "map" and "iterator" here but "map" elsewhere [bindings-differ]
spec.json:28:9
  28 |         {
     |         ^
note: binds "map"
spec.json:24:9
  24 |         {
     |         ^
help: Bind the same parameters in every pointcut of an event, or make two events of it.`,
  ],
  [
    'a binding besides the collected object',
    (spec) => (spec.events.next.on = { kind: 'collect', parameter: 'iterator' }),
    `error: "iterator" cannot be bound when an object is collected: only the dead object itself is known [binding-not-available]
spec.json:37:21
  37 |         "iterator": "iterator"
     |                     ^^^^^^^^^^
help: Remove the binding: \`collect\` binds its \`parameter\` by itself.`,
  ],
  [
    'the collection of an unknown parameter',
    (spec) => (spec.events.next = { on: { kind: 'collect', parameter: 'iter' } }),
    `error: the spec has no parameter "iter" [unknown-parameter]
spec.json:34:22
  34 |         "parameter": "iter"
     |                      ^^^^^^
help: Declare it in \`parameters\`.`,
  ],
  [
    'a target that does not parse',
    (spec) => (spec.events.modify.on.target = ['Map.prototype.set', 'npm:Pg#x']),
    `error: expected the name of an npm package after \`npm:\` but found \`Pg\` [bad-target]
spec.json:27:16
  27 |           "npm:Pg#x"
     |                ^^
help: Write for example \`npm:pg@>=8#Pool\` or \`npm:@scope/name#thing\`.`,
  ],
  [
    'a condition that does not parse',
    (spec) => (spec.events.modify.if = 'arg0 >'),
    `error: expected a value but found the end [bad-expression]
spec.json:30:20
  30 |       "if": "arg0 >"
     |                    ^
help: docs/expressions.md shows what can stand in an expression.`,
  ],
  [
    'a condition that names what does not exist',
    (spec) => (spec.events.modify.if = 'iterator === map'),
    `error: the event does not bind the parameter "iterator" [bad-expression]
spec.json:30:14
  30 |       "if": "iterator === map"
     |              ^^^^^^^^
help: Known here: map, receiver, args, arg0…arg9, result, activation, test.`,
  ],
  [
    'a condition that names a part the operation lacks',
    (spec) => (spec.events.next.if = 'receiver.size > 0'),
    `error: "receiver" is no part of this operation [bad-expression]
spec.json:40:14
  40 |       "if": "receiver.size > 0"
     |              ^^^^^^^^
help: Known here: iterator, value, iterable, test.`,
  ],
  [
    'a condition over pointcuts that bind differently',
    (spec) =>
      Object.assign(spec.events.modify, {
        on: [spec.events.modify.on, { kind: 'write', target: 'Map', key: '*', bind: { map: 'value' } }],
        if: 'map.size > 0',
      }),
    `error: "map" is bound to different parts in the event's pointcuts [bad-expression]
spec.json:40:14
  40 |       "if": "map.size > 0"
     |              ^^^
help: Give each pointcut its own \`if\`, or name the part itself.`,
  ],
  [
    'a condition of an event that only logs signal',
    (spec) =>
      (spec.events = {
        create: { bind: ['map', 'iterator'] },
        modify: { bind: ['map'], if: 'arg0 > 0' },
        next: { bind: ['iterator'] },
      }),
    `warning: event "modify" has a condition but comes from no operation of a program, so the condition is never asked [condition-never-run]
spec.json:21:13
  21 |       "if": "arg0 > 0"
     |             ^^^^^^^^^^
help: Say with \`on\` which operation signals the event, or leave the condition out.`,
  ],
  [
    'an action on an unknown variable',
    (spec) =>
      Object.assign(spec, {
        variables: { count: 0 },
        events: { ...spec.events, next: { ...spec.events.next, action: { cuont: 'count + 1' } } },
      }),
    `error: the spec has no variable "cuont" [unknown-variable]
spec.json:41:9
  41 |         "cuont": "count + 1"
     |         ^^^^^^^
help: Did you mean "count"? Otherwise declare it with its first value in \`variables\`.
warning: no message, action or handler uses the variable "count" [unused-variable]
spec.json:51:5
  51 |     "count": 0
     |     ^^^^^^^
help: Use it, or remove it.`,
  ],
  [
    'a message with an unknown name',
    (spec) => (spec.report.match = 'the map {mapp} was changed'),
    `error: the message names "mapp", which is no parameter or variable of the spec [unknown-name-in-message]
spec.json:45:23
  45 |     "match": "the map {mapp} was changed"
     |                       ^^^^^^
help: Did you mean "{map}"? A message can use {map}, {iterator}, {event}.`,
  ],
  [
    'a variable that nothing uses',
    (spec) => (spec.variables = { count: 0 }),
    `warning: no message, action or handler uses the variable "count" [unused-variable]
spec.json:48:5
  48 |     "count": 0
     |     ^^^^^^^
help: Use it, or remove it.`,
  ],
  [
    'a name for a parameter and a variable',
    (spec) => (spec.variables = { map: 0 }),
    `error: "map" is both a parameter and a variable [name-used-twice]
spec.json:48:5
  48 |     "map": 0
     |     ^^^^^
note: the parameter
spec.json:7:5
  7 |     "map": "object",
    |     ^^^^^
help: Rename one of them: messages and expressions name both in the same way.`,
  ],
  [
    'an end event that does not exist',
    (spec) => (spec.end = 'nxt'),
    `error: the spec has no event "nxt" [unknown-event]
spec.json:47:10
  47 |   "end": "nxt"
     |          ^^^^^
help: Did you mean "next"? Otherwise declare it in \`events\`.`,
  ],
  [
    'a parameter that no event binds',
    (spec) => (spec.parameters.key = 'value'),
    `error: no event binds the parameter "key" [parameter-never-bound]
spec.json:9:5
  9 |     "key": "value"
    |     ^^^^^
help: Bind it in an event, or remove it.`,
  ],
  [
    'an event that nothing signals',
    (spec) => (spec.events.modify = { bind: ['map'] }),
    `warning: nothing in a program signals the event "modify", while other events come from one [event-never-signalled]
spec.json:22:5
  22 |     "modify": {
     |     ^^^^^^^^
help: Say with \`on\` where it comes from.`,
  ],
  [
    'an event that binds nothing',
    (spec) => delete spec.events.modify.bind,
    `warning: event "modify" binds no parameter, so it reaches every monitor of the spec [event-binds-nothing]
spec.json:22:5
  22 |     "modify": {
     |     ^^^^^^^^
help: Bind the objects that it is about, unless all monitors are meant.`,
  ],
  [
    'an unknown event in the formula',
    (spec) => (spec.formula = 'create next* modfy+ next'),
    `error: 'modfy' is not an event of this property [unknown-event]
spec.json:43:28
  43 |   "formula": "create next* modfy+ next",
     |                            ^^^^^
help: did you mean 'modify'?`,
  ],
  [
    "a mistake in the formula's syntax, in a text with escapes",
    (spec) => (spec.formula = '"create"\n next* (modify+ next'),
    `error: expected ')', found the end of the formula [formula-syntax]
spec.json:43:47
  43 |   "formula": "\\"create\\"\\n next* (modify+ next",
     |                                               ^`,
  ],
  [
    'an unknown logic',
    (spec) => (spec.logic = 'eer'),
    `error: there is no logic 'eer' [unknown-logic]
spec.json:42:12
  42 |   "logic": "eer",
     |            ^^^^^
help: did you mean 'ere'?`,
  ],
  [
    'a category that the logic does not have',
    (spec) => (spec.report = { violation: 'bad' }),
    `error: 'violation' is not a category of this property [unknown-category]
spec.json:45:5
  45 |     "violation": "bad"
     |     ^^^^^^^^^^^
help: use one of: match, fail`,
  ],
  [
    'a category that no trace reaches',
    (spec) => (spec.formula = 'create & next'),
    `error: no trace reaches the category 'match' [unreachable-category]
spec.json:45:5
  45 |     "match": "the map was changed"
     |     ^^^^^^^
help: correct the formula, or do not name it as a category`,
  ],
  [
    'an event that the formula does not name',
    (spec) => (spec.formula = 'create next* next'),
    `warning: the formula does not name the event "modify", whose occurrences are steps of the trace all the same [event-not-in-formula]
spec.json:22:5
  22 |     "modify": {
     |     ^^^^^^^^
help: Name it in the formula, or remove it.`,
  ],
  [
    'a creation event that cannot start a violating trace',
    (spec) => (spec.events.next.creation = true),
    `error: event "next" creates monitors, but no trace that begins with it can lead to a report [creation-never-starts]
spec.json:40:19
  40 |       "creation": true
     |                   ^^^^
help: Let "create" create monitors, or remove \`creation\` everywhere and let it follow from the formula.`,
  ],
  [
    'no violating trace binds all parameters',
    (spec) => Object.assign(spec, { formula: 'modify modify', fullBinding: true }),
    `error: no trace that leads to a report binds all parameters: "iterator" stays unbound, so the spec would never report [never-fully-bound]
spec.json:8:5
  8 |     "iterator": "object"
    |     ^^^^^^^^^^
help: Bind "iterator" in an event that the formula needs, remove the parameter, or set \`fullBinding: false\`.
warning: the formula does not name the event "create", whose occurrences are steps of the trace all the same [event-not-in-formula]
spec.json:11:5
  11 |     "create": {
     |     ^^^^^^^^
help: Name it in the formula, or remove it.
warning: the formula does not name the event "next", whose occurrences are steps of the trace all the same [event-not-in-formula]
spec.json:31:5
  31 |     "next": {
     |     ^^^^^^
help: Name it in the formula, or remove it.`,
  ],
  [
    'no event binds two parameters together',
    (spec) => Object.assign(spec.events.create, { bind: { iterator: 'iterator' } }),
    `error: no event binds "map" together with "iterator", so they never connect and the spec would never report [never-connected]
spec.json:6:17
  6 |   "parameters": {
    |                 ^
help: Bind parameters together in one event, or set \`connected: false\` to report any combination of objects.`,
  ],
  [
    'the event that binds both is in no violating trace',
    (spec) => (spec.formula = 'modify next'),
    `error: no trace that leads to a report holds the events that bind the parameters together, so they never connect and the spec would never report [never-connected]
spec.json:6:17
  6 |   "parameters": {
    |                 ^
help: Bind parameters together in one event, or set \`connected: false\` to report any combination of objects.
warning: the formula does not name the event "create", whose occurrences are steps of the trace all the same [event-not-in-formula]
spec.json:11:5
  11 |     "create": {
     |     ^^^^^^^^
help: Name it in the formula, or remove it.`,
  ],
  [
    'an FSM fails in silence',
    (spec) =>
      Object.assign(spec, {
        logic: 'fsm',
        formula:
          'start [ create -> on ] on [ next -> on modify -> changed ] changed [ modify -> changed next -> bad ] bad [ default bad ] alias Bad = bad',
        report: { Bad: 'x' },
      }),
    `warning: the trace \`create create\` meets a missing transition, which means \`fail\`, and nothing reports that [unreported-fail]
spec.json:43:14
  43 |   "formula": "start [ create -> on ] on [ next -> on modify -> changed ] changed [ modify -> changed next -> bad ] bad [ default bad ] alias Bad = bad",
     |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: Report \`fail\`, or write the transition out: \`default <state>\` inside a state catches all other events.`,
  ],
  [
    'the collection of a value',
    (spec) =>
      Object.assign(spec, {
        parameters: { map: 'object', iterator: 'value' },
        events: { ...spec.events, next: { on: { kind: 'collect', parameter: 'iterator' } } },
      }),
    `error: "iterator" is a parameter of kind "value", which is never collected [collected-value]
spec.json:34:22
  34 |         "parameter": "iterator"
     |                      ^^^^^^^^^^
help: Only objects die; declare the parameter as "object", or use the end of the test or file.`,
  ],
  [
    'no event is left to create monitors',
    (spec) => (spec.events.create.creation = false),
    `error: no event may create monitors: "create" could start a report, and the spec says \`creation: false\` [no-creation-event]
spec.json:10:13
  10 |   "events": {
     |             ^
help: Remove \`creation: false\` from one of them.`,
  ],
  [
    'an alias that nothing reports',
    (spec) =>
      Object.assign(spec, {
        logic: 'fsm',
        formula: 'on [ create -> on next -> on modify -> bad ] bad [ default bad ] alias Bad = bad alias Good = on',
        report: { Bad: 'x' },
      }),
    `warning: the formula gives some states the name "Good", and nothing reports it [unreported-category]
spec.json:44:3
  44 |   "report": {
     |   ^^^^^^^^
help: Report \`Good\`, or remove the alias.`,
  ],
  [
    'an unknown parameter of an event that only logs signal',
    (spec) =>
      (spec.events = {
        create: { bind: ['map', 'iterator'] },
        modify: { bind: { mapp: 'receiver' } },
        next: { bind: ['iterator'] },
      }),
    `error: the spec has no parameter "mapp" [unknown-parameter]
spec.json:19:9
  19 |         "mapp": "receiver"
     |         ^^^^^^
help: Did you mean "map"? Otherwise declare it in \`parameters\`.`,
  ],
  [
    'a condition that names a part which one of the pointcuts lacks',
    (spec) =>
      Object.assign(spec.events.modify, {
        on: [spec.events.modify.on, { kind: 'call', target: 'Map.prototype.clear', when: 'before' }],
        if: 'result !== map',
      }),
    `error: "result" is no part of this operation [bad-expression]
spec.json:37:14
  37 |       "if": "result !== map"
     |              ^^^^^^
help: Known here: map, receiver, args, arg0…arg9, activation, test.`,
  ],
  [
    'several mistakes at once',
    (spec) => {
      spec.events.next.bind.i = 'iterator'
      spec.events.modify.if = 'arg0 +'
      spec.report.match = '{m}'
      spec.formula = 'create nxt'
    },
    `error: expected a value but found the end [bad-expression]
spec.json:30:20
  30 |       "if": "arg0 +"
     |                    ^
help: docs/expressions.md shows what can stand in an expression.
error: the spec has no parameter "i" [unknown-parameter]
spec.json:40:9
  40 |         "i": "iterator"
     |         ^^^
help: Declare it in \`parameters\`.
error: the message names "m", which is no parameter or variable of the spec [unknown-name-in-message]
spec.json:47:15
  47 |     "match": "{m}"
     |               ^^^
help: A message can use {map}, {iterator}, {event}.
error: 'nxt' is not an event of this property [unknown-event]
spec.json:45:22
  45 |   "formula": "create nxt",
     |                      ^^^
help: did you mean 'next'?`,
  ],
]

function checkChanged(change: (spec: Broken) => unknown): ReturnType<typeof checkJsonSpec> {
  const spec = correct()
  change(spec)
  return checkJsonSpec(JSON.stringify(spec, null, 2), 'spec.json')
}

describe('the checker explains each mistake with its place and a remedy', () => {
  test.each(cases)('%s', (_, change, explanation) => {
    expect(rendered(checkChanged(change))).toBe(explanation)
  })

  test('the same mistakes are found in a TypeScript spec, at the same paths', () => {
    for (const [, change] of cases) {
      const spec = correct()
      change(spec)
      const found = checkSpec(spec as unknown as SpecDefinition)
      const short = ({ code, path, grade }: { code: string; path: string; grade: string }) => [grade, code, path]
      expect(found.map(short)).toEqual(checkChanged(change).map(short))
    }
  })
})

const inTypeScript: [title: string, spec: Broken, explanation: string][] = [
  [
    'a variable that cannot be copied',
    { ...correct(), variables: { open: () => 1 }, report: { match: '{open}' } },
    `error: the first value of variable "open" cannot be copied for each monitor [bad-variable]
spec map/no-change-during-iteration, variables.open:1:1
  1 | open function
    | ^^^^^^^^^^^^^
help: Use data that structured clone accepts: numbers, strings, arrays, plain objects, Map, Set, Date.`,
  ],
  [
    'a handler that is no function',
    { ...correct(), handler: 'reset' },
    `error: the spec has no field "handler" [unknown-field]
spec map/no-change-during-iteration, handler:1:1
  1 | handler
    | ^^^^^^^
help: Its fields are $schema, id, description, severity, doc, preset, falseAlarms, parameters, events, end, logic, formula, report, blame, countsLoading, connected, fullBinding, variables, options.`,
  ],
  [
    'nothing at all',
    undefined,
    `error: a spec cannot be undefined [wrong-value]
spec (without id):1:1
  1 | (without id)
    | ^^^^^^^^^^^^
help: Give an object.`,
  ],
]

describe('a spec that was not read from a text shows the path and the value', () => {
  test.each(inTypeScript)('%s', (_, spec, explanation) => {
    expect(rendered(checkSpec(spec))).toBe(explanation)
  })
})

test('compileSpec throws the first mistake with the others as notes', () => {
  const spec: Broken = correct()
  spec.events.modify.if = 'arg0 +'
  spec.end = 'finish'
  expect(renderedErrorOf(() => compileSpec(spec))).toBe(`error: expected a value but found the end [bad-expression]
spec map/no-change-during-iteration, events.modify.if:1:7
  1 | arg0 +
    |       ^
note: also, the spec has no event "finish" [unknown-event]. Declare it in \`events\`.
spec map/no-change-during-iteration, end:1:1
  1 | finish
    | ^^^^^^
help: docs/expressions.md shows what can stand in an expression.`)
})

test('a limit that synthesis meets is a mistake in the formula', () => {
  const found = checkChanged((spec) => (spec.formula = `${'create '.repeat(3000)}modify next`))
  expect(found.map(({ grade, code, path }) => [grade, code, path])).toEqual([['error', 'formula-too-long', 'formula']])
})

test('a path shows names that are no identifiers in quotes', () => {
  const found = checkChanged((spec) => (spec.events['x.y'] = { bind: { m: 'receiver' } }))
  expect(found.map(({ path }) => path)).toEqual(['events["x.y"].bind.m', 'events["x.y"]'])
})

test('docs/errors.md has a section for every code of the checker', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const codes = new Set(cases.flatMap(([, change]) => checkChanged(change).map(({ code }) => code)))
  const ofLogic = ['formula-syntax', 'unknown-category', 'unknown-logic']
  const own = [...codes].filter((code) => !ofLogic.includes(code))
  for (const code of [...own, 'bad-variable', 'bad-json', 'spec-has-code']) expect(page).toContain(`\n## ${code}\n`)
  expect(own.length).toBeGreaterThan(25)
})
