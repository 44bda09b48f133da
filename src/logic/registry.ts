/** Logics by name: those of the house (`built-in.ts`) and any that a user adds. */

import { UserError } from '../diagnostics/user-error.ts'
import { suggestion } from './formula/suggestion.ts'
import type { Logic } from './logic.ts'

export class LogicRegistry {
  readonly #logics = new Map<string, Logic>()

  constructor(logics: Iterable<Logic> = []) {
    for (const logic of logics) this.register(logic)
  }

  register(logic: Logic): void {
    if (!/^[a-z][a-z0-9-]*$/.test(logic.name)) {
      throw new UserError({
        code: 'bad-logic-name',
        message: `'${logic.name}' cannot name a logic`,
        remedy: 'use lower-case letters, digits and hyphens, a letter first',
      })
    }
    if (this.#logics.has(logic.name)) {
      throw new UserError({
        code: 'duplicate-logic',
        message: `there is a logic '${logic.name}' already`,
        remedy: 'choose another name, and register each logic once',
      })
    }
    this.#logics.set(logic.name, logic)
  }

  /** By name; a `UserError` that lists the known ones if there is none. */
  get(name: string): Logic {
    const logic = this.#logics.get(name)
    if (logic !== undefined) return logic
    throw new UserError({
      code: 'unknown-logic',
      message: `there is no logic '${name}'`,
      remedy: suggestion(name, [...this.#logics.keys()], 'use one of'),
    })
  }

  /** In the order of registration. */
  list(): readonly Logic[] {
    return [...this.#logics.values()]
  }
}
