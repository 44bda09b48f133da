/**
 * A source map for woven text, made only when something other than us maps positions: coverage tools apply V8's offsets
 * to the text that ran. It leads to where the module's own map leads, or else to the unwoven text.
 *
 * A source map gives one original position per segment and nothing in between, so without an input map each word gets
 * its segment; an input map keeps its own resolution.
 */

import {
  AnyMap,
  decodedMappings,
  encodedMap,
  TraceMap,
  type EncodedSourceMap,
  type SourceMapInput,
  type SourceMapSegment,
} from '@jridgewell/trace-mapping'
import { Columns } from './columns.ts'
import type { InsertionTableData } from './insertions.ts'

export interface SourceMapSubject {
  /** The text before weaving, and the name to show for it. */
  readonly source: string
  readonly path: string
}

const lineEnd = /\r\n|[\n\r\u2028\u2029]/
const word = /[\w$\u0080-\uffff]+|[^\s\w$\u0080-\uffff]/g

export function composeSourceMap(
  insertions: InsertionTableData,
  subject: SourceMapSubject,
  inputMap?: SourceMapInput,
): EncodedSourceMap {
  const columns = new Columns(insertions)
  if (inputMap === undefined) {
    const mappings = subject.source
      .split(lineEnd)
      .map((text, line) =>
        Array.from(text.matchAll(word), ({ index }): SourceMapSegment => [
          columns.woven(line + 1, index + 1) - 1,
          0,
          line,
          index,
        ]),
      )
    return encodedMap(
      new TraceMap({ version: 3, names: [], sources: [subject.path], sourcesContent: [subject.source], mappings }),
    )
  }
  const input = new AnyMap(inputMap)
  const mappings = decodedMappings(input).map((segments, line) =>
    segments.map((segment): SourceMapSegment => {
      const moved = [...segment] as SourceMapSegment
      moved[0] = columns.woven(line + 1, segment[0] + 1) - 1
      return moved
    }),
  )
  return encodedMap(
    new TraceMap({
      version: 3,
      file: input.file ?? null,
      names: [...input.names],
      sources: [...input.resolvedSources],
      sourcesContent: [...(input.sourcesContent ?? [])],
      mappings,
    }),
  )
}

/** The comment that carries a map inside the text. */
export function inlineSourceMap(map: EncodedSourceMap): string {
  return `//# sourceMappingURL=data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
}
