/**
 * From a position in the text that ran to the one in the source that people wrote, through the text's source map: the
 * one that the running text brought along, or the one that the file on disk names.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { RawPosition } from './read-sessions.ts'

export interface OriginalPosition {
  /** An absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
}

export class OriginalPositions {
  readonly #maps = new Map<string, TraceMap | undefined>()

  /** `url` is what stood behind `sourceMappingURL=` in the text that ran, if it is known. */
  of({ file, line, column, mapped }: RawPosition, url: string | undefined): OriginalPosition {
    const place = pathOf(file)
    const map = mapped === true ? undefined : this.#mapOf(place, url)
    if (map !== undefined) {
      const found = originalPositionFor(map, { line, column: Math.max(0, column - 1) })
      if (found.source !== null) return { file: pathOf(found.source), line: found.line, column: found.column + 1 }
    }
    return { file: place, line, column }
  }

  #mapOf(file: string, url: string | undefined): TraceMap | undefined {
    const key = `${file}\n${url ?? ''}`
    if (!this.#maps.has(key)) this.#maps.set(key, readMap(file, url ?? mappingUrlOf(file)))
    return this.#maps.get(key)
  }
}

function mappingUrlOf(file: string): string | undefined {
  if (!/\.[cm]?jsx?$/.test(file)) return undefined
  try {
    const bytes = readFileSync(file)
    // Most files name none, and are not made text of.
    if (!bytes.includes('sourceMappingURL=')) return undefined
    return [...bytes.toString().matchAll(/^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1]
  } catch {
    return undefined
  }
}

function readMap(file: string, url: string | undefined): TraceMap | undefined {
  if (url === undefined) return undefined
  try {
    const inline = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(url)
    const folder = path.dirname(file)
    if (inline === null) {
      const mapFile = url.startsWith('file:') ? fileURLToPath(url) : path.resolve(folder, decodeURIComponent(url))
      return new TraceMap(readFileSync(mapFile, 'utf8'), mapFile)
    }
    const text = inline[1] === undefined ? decodeURIComponent(inline[2]!) : Buffer.from(inline[2]!, 'base64').toString()
    return new TraceMap(text, file)
  } catch {
    // A map that is missing or broken: the position in the running text is the best there is.
    return undefined
  }
}

/** A path, whatever way V8 or a source map spelt the file. */
export function pathOf(file: string): string {
  if (!file.startsWith('file:')) return file.replace(/[?#].*$/, '')
  try {
    return fileURLToPath(file.replace(/[?#].*$/, ''))
  } catch {
    return file
  }
}
