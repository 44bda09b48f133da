/** Globals of the language that specs speak of, or may: each realm has its own, and who wraps them slows down every program. */
export const language: ReadonlySet<string> = new Set(
  'Array Date Function Iterator JSON Map Math Number Object Promise Reflect RegExp Set String Symbol WeakMap WeakRef WeakSet'.split(
    ' ',
  ),
)
