/**
 * The file that a session writes while it runs: one JSON record a line, appended at once, so that nothing that was seen
 * is lost when the process is killed. One file per session, so writers never meet; a last line that was cut off by a
 * kill is not JSON and is skipped by the reader.
 *
 *     {"schema":1,"session":"4711-0-l9x2","pid":4711,"parent":4710,"thread":0,"started":1795032000000,"jsmop":"0.1.0","algo":"D","strategy":"hybrid","specs":["…"],…}
 *     {"map":["/a.ts","data:application/json;base64,…"]}    the source map that a text brought along, before its first site
 *     {"site":[17,"file:///a.mjs",3,5,"save"]}              near the first record that mentions the number; with a last
 *                                                           `true` where it is one of the source that no map is for
 *     {"violation":{"spec":"…","category":"match","event":"write","site":17,"creationSite":9,"domain":3,"instances":1,
 *                   "count":1,"message":"…","test":{…}|null,"trace":[["end",9,1],["write",17,1]]|undefined}}
 *     {"more":{"spec":"…","category":"match","site":17,"count":8,"instances":8}}   totals of one that was written before
 *     {"fault":{"part":"…","message":"…"}}
 *     {"unparsed":{"file":"…","reason":"…"}}                        a file that ran without being woven
 *     {"notMonitored":{"target":"…","reason":"…"}}
 *     {"begun":true}                                                code of the program is about to run
 *     {"spawned":{"pid":4712,"command":"…"}}                        a Node process that it starts
 *     {"killed":{"pid":4712,"after":31}}                            which it ends, so many milliseconds later
 *     {"end":{"stats":{…},"sites":{"right":0,"stale":0,"none":0}}}   when the session came to its own end, and whenever it may
 *                                                           be ended by force; statistics of the specs that it saw events of
 *     {"on":true}                                           it was not ended there
 *
 * The descriptor is opened when the session starts, and everything goes through functions saved before the program ran.
 * What cannot be written (a file system mocked away, a full disk) waits in memory for the next record and the end.
 */

import { closeSync, mkdirSync, openSync, stringify, writeSync } from '../instrument/patch/originals.ts'

export class SessionFile {
  readonly path: string
  #descriptor: number
  #waiting = ''

  constructor(folder: string, session: string) {
    mkdirSync(folder, { recursive: true })
    this.path = `${folder}/${session}.jsonl`
    this.#descriptor = openSync(this.path, 'a')
  }

  append(record: object): void {
    this.#waiting += `${stringify(record)}\n`
    this.flush()
  }

  /** Tries to write what waits. */
  flush(): void {
    if (this.#descriptor === -1 || this.#waiting === '') return
    try {
      // One write for all: appends of this size are atomic, and a text that is cut off loses its last line only.
      writeSync(this.#descriptor, this.#waiting)
      this.#waiting = ''
    } catch {
      // Stays in memory; the next record or the end tries again.
    }
  }

  close(): void {
    this.flush()
    if (this.#descriptor === -1) return
    try {
      closeSync(this.#descriptor)
    } catch {
      // The program closed it, or may not be asked any more; what was written stands.
    }
    this.#descriptor = -1
  }
}
