/** What woven code calls: the object behind `abiName`, one per thread. Hot. */

import type { Kernel } from '../instrument/kernel.ts'
import type { SitePlaces } from './site-places.ts'

export class WovenHooks {
  s = 0
  readonly kernel: Kernel
  readonly places: SitePlaces

  constructor(kernel: Kernel, places: SitePlaces) {
    this.kernel = kernel
    this.places = places
  }
}
