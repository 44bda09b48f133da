/** Globals of the language that specs speak of, or may: each realm has its own, and who wraps them slows down every program. */
export const language: ReadonlySet<string> = new Set(
  'Array Date Function Iterator JSON Map Math Number Object Promise Reflect RegExp Set String Symbol WeakMap WeakRef WeakSet'.split(
    ' ',
  ),
)

/** Those with functions of their own and no methods of others: nobody has such a function without the object's name. */
export const namespaces: readonly string[] =
  'Array Atomics BigInt Date Intl JSON Math Number Object Promise Reflect String Symbol'.split(' ')
