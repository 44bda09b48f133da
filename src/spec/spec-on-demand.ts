/**
 * A spec that is put together when anything but its id is first asked for. A process of a run with a hundred specs sees
 * events of a few of them; the others stay the data that the command line wrote.
 */

import type { CompiledSpec } from './compiled-spec.ts'

export class SpecOnDemand implements CompiledSpec {
  readonly id: string
  readonly #assemble: () => CompiledSpec
  #assembled: CompiledSpec | undefined

  constructor(id: string, assemble: () => CompiledSpec) {
    this.id = id
    this.#assemble = assemble
  }

  get #spec(): CompiledSpec {
    this.#assembled ??= this.#assemble()
    return this.#assembled
  }

  get metadata() {
    return this.#spec.metadata
  }
  get parameters() {
    return this.#spec.parameters
  }
  get events() {
    return this.#spec.events
  }
  get template() {
    return this.#spec.template
  }
  get reports() {
    return this.#spec.reports
  }
  get enable() {
    return this.#spec.enable
  }
  get coenable() {
    return this.#spec.coenable
  }
  get connected() {
    return this.#spec.connected
  }
  get fullBinding() {
    return this.#spec.fullBinding
  }
  get countsLoading() {
    return this.#spec.countsLoading
  }
  get blame() {
    return this.#spec.blame
  }
  get variables() {
    return this.#spec.variables
  }
  get handler() {
    return this.#spec.handler
  }
  get confirm() {
    return this.#spec.confirm
  }
}
