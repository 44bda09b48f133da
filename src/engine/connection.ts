/**
 * When the parameters of an instance belong together. An instance is *connected* when the events of its slice link all
 * its parameters: two parameters are linked when one event bound both, or when a chain of such events leads from one to
 * the other. An instance of at most one parameter is connected.
 *
 * What an instance has linked so far is a partition of its parameters, and a number small enough to be kept beside a
 * state: four bits for each parameter, the set of those it is linked with. It only ever grows.
 */

import type { ParameterSet } from '../spec/compiled-spec.ts'
import { maxParameters } from '../spec/compiled-spec.ts'

export type Connection = number

/** All of them are below this. */
export const connections = 2 ** (maxParameters * maxParameters)

/** Nothing is linked. */
export const unlinked: Connection = 0

/** What is linked after an event that binds `set`. */
export function link(connection: Connection, set: ParameterSet): Connection {
  let linked = set
  for (let i = 0; i < maxParameters; i += 1) if ((set >> i) & 1) linked |= linkedWith(connection, i)
  let result = connection
  for (let i = 0; i < maxParameters; i += 1) if ((linked >> i) & 1) result |= linked << (i * maxParameters)
  return result
}

/** Whether all parameters of a domain are linked with each other. */
export function connects(connection: Connection, domain: ParameterSet): boolean {
  if ((domain & (domain - 1)) === 0) return true
  return (domain & ~linkedWith(connection, 31 - Math.clz32(domain))) === 0
}

function linkedWith(connection: Connection, parameter: number): ParameterSet {
  return (connection >> (parameter * maxParameters)) & ((1 << maxParameters) - 1)
}
