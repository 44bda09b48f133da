/**
 * The contract between woven text and the runtime: the names that inserted text refers to, what stands behind them,
 * and the exact shapes of every insertion. `place-insertions.ts` writes these shapes, `unweave.ts` recognises them, the
 * runtime implements `WeaveAbi`.
 *
 * The names are lexical bindings of each realm's script scope, not properties of the global object, so no program can
 * enumerate them. The runtime installs them as `const` (a `let` costs 0.3 ns more at each store, because V8 folds only
 * constants), handing the values over in a property of the global object that is deleted at once:
 *
 *     const J$mop = globalThis[key][0], J$mopR = globalThis[key][1]; delete globalThis[key]
 *
 * One `WeaveAbi` object serves all realms of a thread, since wrappers of one realm are called from another; `RealmAbi` is
 * each realm's own. A text that already contains the name is never woven. All insertions are ASCII without line breaks,
 * so one-byte sources stay one-byte and lines never move.
 *
 * N is the name, 17 a site number. Shapes, and why they are so:
 *
 * | insertion                          | where                                           | cost |
 * |------------------------------------|-------------------------------------------------|------|
 * | `(N.s=17,` … mark of its own + `)` | around a simple last argument; around the whole expression, or operand, of a call without arguments that is the first thing evaluated in it | 0–0.3 ns |
 * | `N.s=17,`                          | before such an expression that is a statement   | 0–0.3 ns |
 * | `!(N.s=17)?0:`                     | in their place where the expression begins with a name that may not be there, or holds a function | 0–0.3 ns |
 * | `N.a(` … `,17` + mark of its own + `)` | around another last argument: it is evaluated before the store, and no slot keeps it alive | 0.1 ns inlined |
 * | `...(N.s=17,NR.e)`                 | a call without arguments elsewhere              | 7 ns |
 * | `(...(N.s=17,NR.E))`               | the same for `new X` without parentheses        | 7 ns |
 * | `{let N17;` … `}` + mark           | around a `for…of` and its labels                | |
 * | `N.p(N17=N.o(` … `,17,NR))`        | around what is iterated; `,17,NR,o))` for `o.a.entries()`, whose path to the collection, `a`, is the site's name | |
 * | `N17&&N.n(N17);`                   | start of the loop's block                       | 0.3 ns an element when the iterable is not monitored |
 * | `{` + mark + `N17&&N.n(N17);` … `}` + mark | around a body that is no block          | |
 * | `let N17f=N17&&N.f(N17)}`          | end of the loop, instead of `}` + mark, if the plan has `iterationEnd` | |
 * | `N.h(` … `,17,N)`                  | around an awaited expression, or one returned by an async function | |
 * | `N.x(` … `,17,NR,Promise)`         | around the executor given to `new Promise`      | |
 * | `N.w(` … `,17,N)`, `N.v(` … `,17,N)` | around the object, and around the value, of `o.k = v` | |
 * | `N.u(` … `,17,N)`                  | around the object of any other write (`o.k += v`, `o.k++`, a destructuring target) | |
 * | `!(N.u(o,17),1)?0:`                | before `o.k = function …`, which takes its name in stack traces from the target's text | |
 * | `N.i(` … `,17,N)`                  | around what `import()` is given, and around a string that holds such a call | |
 * | `N.d(` … `,17,N)`                  | around the object of `delete o.k`               | |
 * | `N.k(` … `,17,N)`                  | around the computed key of such a write or delete | |
 * | `...N.c([` … `],17,o,N.c)`         | around the arguments of a call, if the plan has `hookCalls`; `(...N.c([],17,o,N.q))` for `new X` without parentheses | 0 ns where V8 inlines `c` |
 * | `N.q(` … `,17,N)`                  | around its receiver, where that is more than a name; around the function in `(0, o.m)()` | |
 * | `N.r(` … `,17,N)`                  | around the call, if the plan has its name in `hookCalls` | |
 *
 * `N.t(17)` stands for `N.s=17` where an assignment would make V8 give a name of ours to a function literal before it.
 * A shape that begins with the name and would otherwise touch a keyword (`of[1]`) has the mark in front of it.
 * The mark is a comment that holds the name, and with a comma behind the name one that belongs to a parenthesis: a closing
 * half that was no more than `)` could be the user's. Nothing of this is in V8's error texts, which render the callee of a
 * failing call and never its arguments. Rejected: `o[(N.s=17,"m")]()` and `(N.s=17,o).m()` change these.
 *
 * What stands in a function makes it longer, also where it never runs, and V8 inlines no function of more than 460 bytes of
 * bytecode. A comma takes 15, a conditional and a spread 29, `N.a` 24, a loop 68: `fast-deep-equal` has 429, and when it grew to 531 the
 * tests of eslint-plugin-n took a fifth longer.
 */

/** Odd on purpose; `$j`, `_$` and the like are taken by libraries and minifiers. */
export const abiName = 'J$mop'

/** The realm's own part. */
export const realmName = `${abiName}R`

/** Taken when the realm is entered first, before its program can change them. */
export interface RealmAbi {
  readonly TypeError: TypeErrorConstructor
  readonly Error: { stackTraceLimit?: unknown }
  readonly captureStackTrace: (target: object, below?: Function) => void
  /** An empty array of the realm, twice: spread into calls without arguments. Those of another realm, or frozen ones, take V8 60 ns. */
  readonly e: readonly never[]
  readonly E: readonly never[]
  /** Classes that loops of the realm went over last. */
  iterables?: IterableClass[]
  /** What the language's promises were last made with in the realm: their class, or what stands for it. */
  promise?: Function
}

/** Where objects of a class have the method from that loops ask for an iterator. */
export interface IterableClass {
  readonly prototype: object
  readonly holder: object
  readonly method: unknown
}

/** What a loop's `N17` holds: the activation of a monitored iteration, undefined for any other. */
export type Activation = object | undefined

export interface WeaveAbi {
  /** The site slot: the last store wins; whoever consumes it sets it back to 0. */
  s: number
  /** Stores a site in the slot and gives it back. */
  readonly t: (site: number) => number
  /** Stores a site in the slot and gives the value back. */
  readonly a: <T>(value: T, site: number) => T
  /**
   * A loop over `iterable` is about to ask for its iterator. Gives the activation that stands for that iterator, and
   * keeps the iterable for `p`, which is called next with nothing in between. For what is not iterable it keeps a
   * `failingIterable` (`not-iterable.ts`), made from the site's `subject`, so that the loop fails with V8's own text.
   * `root` leads to the collection that an iterator comes from, along the path that is the site's name.
   */
  readonly o: (iterable: unknown, site: number, realm: RealmAbi, root?: unknown) => Activation
  /** Gives the iterable of the last `o` back and forgets it. */
  readonly p: (activation: Activation) => unknown
  /** An element was delivered to the loop. Must return undefined: it is the completion value of a statement. */
  readonly n: (activation: object) => undefined
  /** Control reached the end of the loop, by exhaustion or `break`; not by `return`, `throw` or a jump to an outer label. */
  readonly f: (activation: object) => void
  /** `value` is awaited, or returned by an async function. Gives it back. */
  readonly h: <T>(value: T, site: number) => T
  /** A module is about to be imported, or code that does so to be compiled. Gives the value back. */
  readonly i: <T>(value: T, site: number) => T
  /**
   * An executor given to `new Promise`, and what is called so there: gives the executor back, or one that passes watched resolvers
   * on to it.
   */
  readonly x: (executor: unknown, site: number, realm: RealmAbi, constructor: unknown) => unknown
  /** The object of an assignment `o.k = v`, before the value is evaluated. Gives it back and remembers it for `v`. */
  readonly w: <T>(object: T, site: number) => T
  /** The value, just before it is written. Gives it back. */
  readonly v: <T>(value: T, site: number) => T
  /** The object of a write whose value is not known beforehand. Gives it back. */
  readonly u: <T>(object: T, site: number) => T
  /** The object of a `delete`; nullish for `delete o?.k`. Gives it back. */
  readonly d: <T>(object: T, site: number) => T
  /** The computed key that belongs to the last `w`, `u` or `d` of the same site. Gives it back. */
  readonly k: <T>(key: T, site: number) => T
}

/**
 * What stands behind the name besides, under a plan with `hookCalls`. There, and only there, some error texts differ from
 * V8's: spreading what is not iterable into a call, calling what is no function in `(0, o.m)()`, and using the result of a
 * call as what it is not (`J$mop.r(...).then is not a function`). What cannot be hooked: tagged templates, `super()`,
 * `f.call()`, `new a.b.C()`, a receiver inside an optional chain, and one that is more than a name if an argument awaits or
 * yields.
 */
export interface CallHooks {
  /**
   * A call is about to happen, its callee and arguments evaluated; gives the arguments back.
   *
   *     c(given, 17, c)                 the receiver is what the last unmatched `q` of the site was given
   *     c(given, 17, undefined, c)      the function is
   *     c(given, 17, receiver, c or q)  the function is the member of the receiver that the site names
   *     c(given, 17, receiver, callee)
   *
   * Between `c` and the `r` of the same site nothing runs but the callee; after a throw the `r` does not come.
   */
  readonly c: (given: unknown[], site: number, receiver: unknown, callee?: unknown) => unknown[]
  /** The receiver of a call, or its function. Gives it back. */
  readonly q: <T>(value: T, site: number) => T
  /** The call has returned. Gives the result back, or what stands for it. */
  readonly r: <T>(result: T, site: number) => T
}
