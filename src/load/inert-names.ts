/**
 * The names that texts of ours refer to, on the thread that Node 20 runs hooks on ES modules in. Other tools register hooks
 * too (tsx, ts-node), and what these load passes through ours like any module of the program, on that thread. Nothing
 * tells whom a text is loaded for, so it is woven; there nobody listens, and it must run.
 */

import vm from 'node:vm'
import { abiName, type CallHooks, type RealmAbi, realmName, type WeaveAbi } from '../instrument/weave/abi.ts'
import { handOverName } from '../runners/runner.ts'
import { installNames } from './install-names.ts'
import { exportsName } from './watch-packages.ts'

const same = <T>(value: T): T => value
const nothing = (): undefined => undefined

/** What a loop iterates, between `o` and `p`. */
let iterated: unknown

const inertHooks: WeaveAbi & CallHooks = {
  s: 0,
  t: same,
  a: same,
  o: (iterable) => {
    iterated = iterable
    return undefined
  },
  p: () => {
    const iterable = iterated
    iterated = undefined
    return iterable
  },
  n: nothing,
  f: nothing,
  h: same,
  i: same,
  x: same,
  w: same,
  v: same,
  u: same,
  d: same,
  k: same,
  c: same,
  q: same,
  r: same,
}

const realm: RealmAbi = { TypeError, Error, captureStackTrace: Error.captureStackTrace, e: [], E: [] }

/** Where another tool started the thread, a session may have put its own names there. */
export function installInertNames(): void {
  if (vm.runInThisContext(`typeof ${abiName}`) !== 'undefined') return
  const values = { [abiName]: inertHooks, [realmName]: realm, [handOverName]: nothing, [exportsName]: nothing }
  installNames(globalThis, values, (script) => vm.runInThisContext(script))
}
