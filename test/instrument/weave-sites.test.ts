/**
 * What woven code tells the runtime. Sites: in generated programs every monitored call looks at the slot and at its true
 * caller, which V8's stack gives; the two must agree. Hooks: which are called, in which order, with what.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vm from 'node:vm'
import { Columns } from '#src/instrument/weave/columns.ts'
import { unweave } from '#src/instrument/weave/unweave.ts'
import { Weaver, type SourceKind } from '#src/instrument/weave/weave.ts'
import { emptyPlan, type WeavePlan } from '#src/instrument/weave/weave-plan.ts'
import { runs } from '../support/property.ts'
import { greedyPlan, hookPlan, install, runPlain, runWoven, watchingAbi, weaveScript } from './weave-support.ts'

/** Programs over `u`, an object whose members give it back, and the functions `f` and class `K`. Calls of `m`, `f` and `K` are probes. */
const program = fc.letrec<{ e: string; s: string; block: string }>((tie) => {
  const e = tie('e')
  const s = tie('s')
  const block = tie('block')
  const label = fc.nat(1e9).map((n) => `l${n}`)
  const make = (text: string, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
    fc.tuple(...parts).map((values) => text.replaceAll(/[A-D]/g, (letter) => values[letter.charCodeAt(0) - 65]!))
  return {
    e: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('1', 'u', 'x', 'this', 'u.k', '"s"', 'u.m()', 'f()', 'new K', 'new K()', 'u["m"]()', '(() => 1)'),
      make('u.m(A)', e),
      make('u.m(A, B)', e, e),
      make('u.m(A).m(B)', e, e),
      make('u.m(A).m().k', e),
      make('u.m(...[A])', e),
      make('u.m(A, ...[B])', e, e),
      make('u.m(...u.list, A)', e),
      make('u["m"](A)', e),
      make('u?.m(A)', e),
      make('u.m?.(A)', e),
      make('u.none?.m(A)', e),
      make('(0, u.m)(A)', e),
      make('u.m.call(A, B)', e, e),
      make('u.m.apply(A, [B])', e, e),
      make('kept.call(A, B)', e, e),
      make('part.apply(this, [A])', e),
      make('u.other(A)', e),
      make('Reflect.apply(part, A, [B])', e, e),
      make('u[key](A)', e),
      make('u[(A, key)](B)', e, e),
      make('u.m((A, B))', e, e),
      make('f(A)', e),
      make('f(A)(B)', e, e),
      make('new K(A)', e),
      make('new u.K(A, B)', e, e),
      make('(A, B)', e, e),
      make('(A || B)', e, e),
      make('(A && B)', e, e),
      make('(A ? B : C)', e, e, e),
      make('`${A}-${B}`', e, e),
      make('!A', e),
      make('(typeof A)', e),
      make('(A + B)', e, e),
      make('(x = A)', e),
      make('(() => A)()', e),
      make('(function () { return A })()', e),
      make('[A, B]', e, e),
      make('({ a: A, [B]: 1 })', e, e),
      make('(u.k = A)', e),
      make('(u[A] = B)', e, e),
      make('(u.n += A)', e),
      make('(delete u[A])', e),
      make('((z = A) => z)()', e),
      make('u.m(function () { A }, B)', s, e),
      make('u.list.map((y) => A)', e),
      make('(class extends u.K { p = A })', e),
    ),
    s: fc.oneof(
      { depthSize: 'small' },
      make(
        'A;',
        e.map((text) => (/^(?:function|class|\{|\()/.test(text) ? `x = ${text}` : text)),
      ),
      make('var v = A;', e),
      make('{ let w = A; x = w }', e),
      make('if (A) B else C', e, block, block),
      make('for (const y of [A, B]) C', e, e, block),
      make('for (const y of u.list) x = A;', e),
      make('for (const y of u.it(A)) B', e, block),
      make('A: for (const y of [B, 2]) { C if (x) continue A; break }', label, e, s),
      make('for (let i = 0; i < 2; i++) A', block),
      make('try A catch (e) { log(e.message) } finally { x = B }', block, e),
      make('switch (A) { case B: C default: x = 1 }', e, e, s),
      make('do A while (!B && false)', block, e),
    ),
    block: fc.oneof(make('{ A }', s), make('{ A B }', s, s)),
  }
})

const prelude = `var x = 0; class K { constructor() { probe() } toString() { return 'K' } }
var f = function () { probe(); return f }; f.toString = () => 'f';
var u = { k: 1, n: 2, list: [1, 2], K, m() { probe(); return u }, it: () => [3, 4], toString: () => 'u' };
var key = 'm', part = u.m, kept; u.other = u.m;
`
/** In the program itself, where the weaver sees it. */
const keeping = 'kept = u.m; u.other = u.m;'
const shells: Record<string, (body: string) => string> = {
  script: (body) => `${keeping} ${body} x`,
  function: (body) => `(function () { ${keeping} ${body} return x }).call(u)`,
  async: (body) => `(async () => { ${keeping} ${body.replaceAll(' = u.m(', ' = await u.m(')} return x })()`,
  generator: (body) =>
    `(() => { const g = (function* () { ${keeping} ${body.replaceAll('x = ', 'x = yield ')} })(); let n = 0, r; while (n++ < 50 && !(r = g.next(n)).done); return n })()`,
}
const generated = fc
  .tuple(fc.constantFrom(...Object.keys(shells)), fc.array(program.s, { minLength: 1, maxLength: 4 }))
  .map(([shell, statements]) => shells[shell]!(statements.join('\n')))
  .filter((body) => {
    try {
      void new vm.Script(body)
      return true
    } catch {
      // A shell may have put `yield` or `await` where none may stand.
      return false
    }
  })

/** Runs a woven program; at each call of a probed function, compares the site in the slot with the caller's place in the stack. */
function probe(body: string, member = 'm'): { right: number; none: number; wrong: string[] } {
  const plan: WeavePlan = {
    ...greedyPlan(''),
    members: new Set(['m', member]),
    callees: new Set(['f']),
    constructors: new Set(['K']),
  }
  const seen = { right: 0, none: 0, wrong: [] as string[] }
  const module = weaveScript(body, plan)
  if (module === undefined) return seen
  const { abi } = watchingAbi(module.sites)
  const columns = new Columns(module.insertions)
  const context = vm.createContext({ log() {} })
  install(context, abi)
  context['probe'] = (): void => {
    const site = abi.s
    abi.s = 0
    if (site === 0) {
      seen.none += 1
      return
    }
    // Frames: this probe, the probed function, its caller.
    const frame = new Error('probe').stack!.split('\n')[3]!
    const [, line, column] = /program\.js:(\d+):(\d+)/.exec(frame) ?? [undefined, 'no', 'place']
    const caller = columns.original(Number(line), Number(column))
    const { line: siteLine, column: siteColumn, name } = module.sites.get(site)!
    if (caller.line === siteLine && caller.column === siteColumn) seen.right += 1
    else seen.wrong.push(`${name}: slot ${siteLine}:${siteColumn}, called at ${caller.line}:${caller.column}`)
  }
  vm.runInContext(prelude, context)
  try {
    vm.runInContext(module.code, context, { filename: 'program.js' })?.catch?.(() => {})
  } catch {
    // Generated programs may fail; what was probed counts.
  }
  return seen
}

it('sites are where V8 has the call, in all its shapes', () => {
  const calls = [
    'u.m(1)',
    'u.m()',
    'f(2)',
    'f()',
    'u\n .m\n (3)',
    'f\n (4)',
    'u["m"](5)',
    'u["m"]()',
    '(0, u.m)(6)',
    '(0, f)()',
    '(u.m)(7)',
    '(f)(8)',
    'u?.m(9)',
    'u.m?.(10)',
    '(u?.m)(11)',
    'f?.(12)',
    'u /* a */ . /* b */ m /* c */ (13)',
    'u.m /* ) */ (14)',
    'f // (\n (15)',
    'u.m`16`',
    'f`17`',
    'new K(18)',
    'new   K',
    'new K()',
    'new (K)(19)',
    'new u.K(20)',
    '1 + new K',
    '1 + u.m()',
    '!u.m()',
    'u.m().k',
    'u.m(21).m(22)',
    'u.m(f(23))',
    'u.m(...u.list)',
    'u.m(1, ...u.list)',
    '[u.m()]',
    '`${u.m()}`',
    'u.m.call(u, 24)',
    'u.m.apply(u, [25])',
    'u.m.call(u)',
    'kept.call(u, 26)',
    'kept\n .apply\n (u)',
    'part.call(this, 27)',
    'part.apply(this, [28])',
    'u.other(29)',
    'u.other.call(u, 30)',
    'u[key](31)',
    'u [ key ] ()',
    'u?.[key](32)',
    'u[key]?.(33)',
    '(0, u[key])(34)',
    'Reflect.apply(u.m, u, [35])',
    'Reflect.apply(part, u, [])',
    'class extends K { constructor() { super(24) } }',
    'class extends K { constructor() { super() } }',
  ]
  for (const call of calls) {
    const construct = call.startsWith('class') ? `new (${call})()` : call
    const { right, none, wrong } = probe(`${keeping} x = ${construct}\n`)
    expect({ call, none, wrong }).toEqual({ call, none: 0, wrong: [] })
    expect(right).toBeGreaterThan(0)
  }
})

it('sites are where V8 has the call of a member by a word of the language', () => {
  const reserved =
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return switch this throw true try typeof var void while with'
  const others = 'super async await yield let static get set of using accessor implements package private eval target'
  for (const word of `${reserved} ${others}`.split(' ')) {
    for (const call of [
      `u.${word}(1)`,
      `u\n.${word}\n()`,
      `u?.${word}(2)`,
      `u["${word}"](3)`,
      `u.${word}.call(u, 4)`,
    ]) {
      const { right, none, wrong } = probe(`u.${word} = u.m; x = ${call}\n0`, word)
      expect({ call, right, none, wrong }).toEqual({ call, right: 1, none: 0, wrong: [] })
    }
  }
})

describe('generated programs', () => {
  it('behave the same plain and woven', async () => {
    let woven = 0
    await fc.assert(
      fc.asyncProperty(generated, async (body) => {
        const source = `var probe = () => {}; ${prelude}${body}`
        const module = weaveScript(source, greedyPlan(source))!
        const { completion, log } = await runWoven(module)
        woven += module.sites.size
        expect({ source, completion, log }).toEqual({ source, ...(await runPlain(source)) })
      }),
      runs(300),
    )
    expect(woven).toBeGreaterThan(3_000)
  })

  it('have the same results when calls are hooked', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (body) => {
        const source = `var probe = () => {}; ${prelude}${body}`
        const { completion } = await runWoven(weaveScript(source, hookPlan(source))!)
        const plain = (await runPlain(source)).completion
        if (/Error: /.test(plain)) expect(completion).toMatch(/Error: /)
        else expect({ source, completion }).toEqual({ source, completion: plain })
      }),
      runs(150),
    )
  })

  it('have the site of the true caller in the slot', () => {
    let right = 0
    let none = 0
    fc.assert(
      fc.property(generated, (body) => {
        const probed = probe(body)
        right += probed.right
        none += probed.none
        expect({ body, wrong: probed.wrong }).toEqual({ body, wrong: [] })
      }),
      runs(500),
    )
    console.log(`sites right: ${right}, none: ${none}`)
    expect(right).toBeGreaterThan(3_000)
    // What is spread from a call leaves no place for a store.
    expect(none / (right + none)).toBeLessThan(0.12)
  })
})

describe('hooks', () => {
  /** Hooks in the order of their calls: `hook kind name value`; activations are numbered. */
  async function observe(source: string, plan: Partial<WeavePlan>): Promise<string[]> {
    const module = weaveScript(source, { ...emptyPlan, ...plan })!
    const { seen } = await runWoven(module)
    const activations: unknown[] = []
    return seen.map(({ hook, site, value }) => {
      const { line, column, name } = module.sites.get(site)!
      if (!'onf'.includes(hook)) return `${hook} ${line}:${column} ${name} ${unweave(String(value))}`
      if (!activations.includes(value)) activations.push(value)
      return `${hook} ${line}:${column} #${activations.indexOf(value)}`
    })
  }
  const loops = { iteration: true, iterationEnd: true }

  it('of a loop: start, an element each, end', async () => {
    expect(await observe('for (const x of [7, 8]) x', loops)).toEqual([
      'o 1:17 #0',
      'n 1:17 #0',
      'n 1:17 #0',
      'f 1:17 #0',
    ])
    expect(await observe('for (const x of []) x', loops)).toEqual(['o 1:17 #0', 'f 1:17 #0'])
    expect(await observe('for (const x of [7, 8]) break', loops)).toEqual(['o 1:17 #0', 'n 1:17 #0', 'f 1:17 #0'])
    expect(await observe('(() => { for (const x of [7, 8]) return })()', loops)).toEqual(['o 1:26 #0', 'n 1:26 #0'])
    expect(await observe('for (const x of [7]) x', { iteration: true })).toEqual(['o 1:17 #0', 'n 1:17 #0'])
  })

  it('keep activations of one loop apart: recursion, generators, async functions', async () => {
    expect(await observe('function r(n) { for (const x of [1]) if (n) r(n - 1) } r(1)', loops)).toEqual([
      'o 1:33 #0',
      'n 1:33 #0',
      'o 1:33 #1',
      'n 1:33 #1',
      'f 1:33 #1',
      'f 1:33 #0',
    ])
    expect(
      await observe(
        'function* g() { for (const x of [1, 2]) yield x } const a = g(), b = g(); a.next(); b.next(); a.next(); b.next(); a.next()',
        loops,
      ),
    ).toEqual(['o 1:33 #0', 'n 1:33 #0', 'o 1:33 #1', 'n 1:33 #1', 'n 1:33 #0', 'n 1:33 #1', 'f 1:33 #0'])
    expect(
      await observe('const h = async (xs) => { for (const x of xs) await x }; Promise.all([h([1, 2]), h([3])])', loops),
    ).toEqual(['o 1:43 #0', 'n 1:43 #0', 'o 1:43 #1', 'n 1:43 #1', 'n 1:43 #0', 'f 1:43 #1', 'f 1:43 #0'])
  })

  it('of imports, and of strings that hold one', async () => {
    const source = [
      "const load = new Function('file', 'return import(file)')",
      'const never = () => import("nothing")',
      'const texts = ["an import (of goods)", `import("${1 + 1}")`, "important(1)"] // import(2)',
      "import('node:fs', {}).then(() => load('node:path')).then(() => texts.length)",
    ].join('\n')
    expect(await observe(source, { imports: true })).toEqual([
      'i 1:35  return import(file)',
      'i 3:16  an import (of goods)',
      'i 3:40  import("2")',
      'i 4:1  node:fs',
    ])
    const tagged = "const raw = (text) => text.raw[0]; const codes = [raw`import(1)`, 'import(2)']"
    expect(await observe(tagged, { imports: true })).toEqual(['i 1:67  import(2)'])
  })

  it('of writes and deletes', async () => {
    const source =
      'const o = {}, k = "c"; o.a = 1; o["b"] = 2; o[k] = 3; o.a += 4; o.a++; [o.a] = [5]; o.d = () => {}; delete o.a; delete o[k]; o.z = 6'
    expect(await observe(source, { writes: new Set(['a', 'b', 'c', 'd']), deletes: 'any' })).toEqual(
      [
        'w 1:24 a [object Object]',
        'v 1:24 a 1',
        'w 1:33 b [object Object]',
        'v 1:33 b 2',
        'w 1:45 [object Object]',
        'k 1:45 c',
        'v 1:45 3',
        'u 1:55 a [object Object]',
        'u 1:65 a [object Object]',
        'u 1:73 a [object Object]',
        'u 1:85 d [object Object]',
        'd 1:108 a [object Object]',
        'd 1:120 [object Object]',
        'k 1:120 c',
      ].map((text) => text.replace(/^([wkvd]) (1:45|1:120) /, '$1 $2  ')),
    )
  })

  it('of awaits and of what async functions return', async () => {
    expect(
      await observe(
        'var o = { k: 3 }; (async () => { await 1; const x = await (2, o.k); const g = async () => x; return g() })()',
        {
          awaits: true,
        },
      ),
    ).toEqual(['h 1:53  3', 'h 1:91  3', 'h 1:101  [object Promise]'])
  })

  it('of executors', async () => {
    expect(await observe('new Promise(function e(ok) { ok(1) })', { executors: true })).toEqual([
      'x 1:1 Promise function e(ok) { ok(1) }',
    ])
  })
})

describe('sites', () => {
  const weave = (source: string, plan: Partial<WeavePlan>, kind: SourceKind = 'script') => {
    const result = new Weaver({ ...emptyPlan, ...plan }).weave(source, kind, 40)
    return result.kind === 'woven'
      ? [...result.module.sites].map(
          (s) => `${s.number} ${s.kind} ${s.name} ${s.line}:${s.column} in ${s.enclosing || '-'}`,
        )
      : result.kind
  }
  const calls = { members: new Set(['set']), callees: new Set(['open']), constructors: new Set(['Map']) }

  it('know kind, name, place and enclosing function', () => {
    const source = `const m = new Map()
function outer() { return m.set(1, () => m.set(2)) }
class A extends Map { constructor() { super() } method() { m['set']() } #p = () => { (0, fs.open)() } }
const arrow = () => open(), object = { key() { m.set.call(m, 1) }, 'quoted': function () { m?.set?.() } }
object.assigned = function () { new ns.Map }`
    expect(weave(source, calls)).toEqual([
      '41 construct Map 1:11 in -',
      '42 call set 2:29 in outer',
      '43 call set 2:44 in outer',
      '44 construct Map 3:39 in A',
      '45 call set 3:68 in method',
      '46 call open 3:98 in #p',
      '47 call open 4:21 in arrow',
      '48 call set 4:54 in key',
      '49 call set 4:100 in quoted',
      '50 construct Map 5:33 in assigned',
    ])
  })

  it('know whether they run while their module loads', () => {
    const topLevel = (source: string, kind: SourceKind = 'commonjs') => {
      const result = new Weaver({ ...emptyPlan, ...calls }).weave(source, kind, 0)
      return result.kind === 'woven' && [...result.module.sites].map((site) => site.topLevel)
    }
    expect(topLevel('for (const x of [1]) { open(x) }\nopen(() => open(1))')).toEqual([true, true, false])
    expect(topLevel('class A { static a = open(1); b = open(2); static { open(3) } }; open(4)')).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(topLevel('void (() => open(1))(); open(2)', 'module')).toEqual([false, true])
    // As runners wrap modules.
    expect(topLevel(`'use strict';async (a, b) => {{ open(1); const f = () => open(2) }}`, 'script')).toEqual([
      true,
      false,
    ])
    expect(topLevel('(function (exports, require) { open(1) })', 'script')).toEqual([true])
  })

  it('follow renamed functions and the parameters of executors', () => {
    const source = `import { open as a, other } from 'node:fs'
const { open: b } = fs, c = fs.open, d = fs.other
a(1); b(2); c(3); d(4); other(5)
new Promise((yes, no) => yes(no()))`
    expect(weave(source, { ...calls, executors: true }, 'module')).toEqual([
      '41 call a 3:1 in -',
      '42 call b 3:7 in -',
      '43 call c 3:13 in -',
      '44 executor Promise 4:1 in -',
      '45 call yes 4:26 in -',
      '46 call no 4:30 in -',
    ])
  })

  it('follow what executors keep of their parameters', () => {
    const source = `class Team {
  constructor() { this.work = new Promise((yes, no) => { this._yes = yes; held = { ok: yes, no } }) }
  end() { this._yes(1); held.ok(2); held.no(3); this.other(4) }
}
let release, held, other = false
new Promise((r) => (release = r)), new Promise((r) => {
  last = r
})
release(5); last(6); other(7); held.r(8)`
    expect(weave(source, { ...emptyPlan, executors: true }, 'script')).toEqual([
      '41 executor Promise 2:31 in Team',
      '42 call _yes 3:16 in end',
      '43 call ok 3:30 in end',
      '44 call no 3:42 in end',
      '45 executor Promise 6:1 in -',
      '46 executor Promise 6:36 in -',
      '47 call release 9:1 in -',
      '48 call last 9:13 in -',
      '49 call r 9:37 in -',
    ])
  })

  it('are not those of functions of the language that nobody asked for', () => {
    const plan = { members: new Set(['keys', 'all']), statics: new Set(['Promise.all']) }
    expect(weave('Object.keys(o); Promise.all(o); Object.all(o)', plan)).toEqual(['41 call all 1:25 in -'])
    expect(weave('o.keys(); function f(Object) { Object.keys(o) }', plan)).toEqual([
      '41 call keys 1:3 in -',
      '42 call keys 1:39 in f',
    ])
    expect(weave('Object.keys(o)', { members: plan.members })).toEqual(['41 call keys 1:8 in -'])
    expect(weave('Object.keys(o)', { ...plan, hookCalls: new Set() })).toEqual(['41 call keys 1:8 in -'])
  })

  it('are not stored by a call that does not happen', () => {
    const module = weaveScript('var o = {}; o.set?.(); o.none?.set(); o.none?.set(1); o?.none?.set?.()', {
      ...emptyPlan,
      ...calls,
    })!
    const { abi } = watchingAbi(module.sites)
    const context = vm.createContext({})
    install(context, abi)
    vm.runInContext(module.code, context)
    expect(abi.s).toBe(0)
    expect(module.sites.size).toBe(4)
  })

  it('count lines as V8 does', () => {
    expect(weave('a\r\nb\rc\u2028d\u2029/* \n */ m.set(1)', calls)).toEqual(['41 call set 6:7 in -'])
  })

  it('are not made where nothing is asked for, or nothing can be parsed', () => {
    expect(weave('m.get(1)', calls)).toBe('unchanged')
    expect(weave('// set', calls)).toBe('unchanged')
    expect(new Weaver({ ...emptyPlan, ...calls }).weave('m.set(', 'script', 0)).toEqual({
      kind: 'unparsed',
      reason: 'Unexpected token (1:6)',
    })
    expect(new Weaver({ ...emptyPlan, ...calls }).weave('m.set("J$mop")', 'script', 0)).toEqual({
      kind: 'unparsed',
      reason: 'the text contains the reserved name J$mop',
    })
    expect(weave('(function () { "use asm"; m.set(1) }); with (m) { m.set(2); () => m.set(3) }', calls)).toBe(
      'unchanged',
    )
  })

  it('are numbered from the base, whatever was woven before', () => {
    const weaver = new Weaver({ ...emptyPlan, ...calls })
    const numbers = (base: number): number[] => {
      const result = weaver.weave('m.set(1); m.set(2)', 'script', base)
      return result.kind === 'woven' ? [...result.module.sites].map((site) => site.number) : []
    }
    expect([numbers(0), numbers(5_000), numbers(0)]).toEqual([
      [1, 2],
      [5_001, 5_002],
      [1, 2],
    ])
  })
})
