/** Takes the part of an operation that a binding names. Reads data only: no getter or Proxy of the program's runs. Hot. */

import type { EventContext } from './event-context.ts'
import { readData } from './expression/read-data.ts'
import type { Binding } from './parse-binding.ts'

export function readBinding({ root, index, path }: Binding, context: EventContext): unknown {
  let value = root === 'arg' ? context.args[index] : context[root]
  for (let i = 0; i < path.length; i++) value = readData(value, path[i])
  return value
}
