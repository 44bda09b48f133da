/** The registry that everything uses unless it brings its own: the logics of the house, and what `registerLogic` adds. */

import { cfg } from './cfg/cfg.ts'
import { ere } from './ere/ere.ts'
import { fsm } from './fsm/fsm.ts'
import type { Logic } from './logic.ts'
import { ltl } from './ltl/ltl.ts'
import { ptltl } from './ptltl/ptltl.ts'
import { raw } from './raw/raw.ts'
import { LogicRegistry } from './registry.ts'

export const builtInLogics = new LogicRegistry([ere, fsm, ltl, ptltl, cfg, raw])

/** Adds a logic of one's own for this process. */
export function registerLogic(logic: Logic): void {
  builtInLogics.register(logic)
}
