/** Sessions that are thrown away when they are too old. */
export class Sessions {
  #open = []

  add(user, expires) {
    this.#open.push({ user, expires })
  }

  /** Removes what has expired. Of two expired neighbours the second survives: the array moves under the loop. */
  expire(now) {
    for (const session of this.#open) {
      if (session.expires <= now) this.#open.splice(this.#open.indexOf(session), 1)
    }
  }

  get users() {
    return this.#open.map(({ user }) => user)
  }
}
