/**
 * Where the states and transitions of an automaton stand in a picture, as numbers: Graphviz lays them out, whoever shows
 * them draws. A page that is given numbers instead of markup can mark a path, and cannot be given script.
 */

import type { Automaton } from '../../logic/template.ts'
import { automatonDot, startNode } from './automaton-dot.ts'

export type Point = readonly [x: number, y: number]

export interface StateLayout {
  readonly state: string
  readonly categories: readonly string[]
  readonly at: Point
  readonly radius: number
}

export interface EdgeLayout {
  /** Null for the arrow that leads to the start. */
  readonly from: string | null
  readonly to: string
  readonly events: readonly string[]
  /** A start and then, three by three, the control points of cubic curves. */
  readonly curve: readonly Point[]
  readonly head: readonly Point[]
  /** The middle of the label. */
  readonly label: Point | null
}

/** Points from the upper left corner. */
export interface AutomatonLayout {
  readonly width: number
  readonly height: number
  readonly states: readonly StateLayout[]
  readonly edges: readonly EdgeLayout[]
}

/** What we read of Graphviz' JSON. */
interface Graph {
  readonly bb: string
  readonly objects: readonly { readonly name: string; readonly pos: string; readonly width: string }[]
  readonly edges?: readonly {
    readonly tail: number
    readonly head: number
    readonly lp?: string
    readonly _draw_: readonly Drawing[]
    readonly _hdraw_: readonly Drawing[]
  }[]
}

interface Drawing {
  readonly op: string
  readonly points?: readonly Point[]
}

const pointsPerInch = 72

export async function automatonLayout(automaton: Automaton): Promise<AutomatonLayout> {
  const { instance } = await import('@viz-js/viz')
  const graph = (await instance()).renderJSON(automatonDot(automaton)) as Graph
  const [, , width, height] = graph.bb.split(',').map(Number)
  const place = ([x, y]: Point): Point => [round(x), round(height! - y)]
  const point = (text: string) => place(text.split(',').map(Number) as unknown as Point)
  const nameOf = (index: number) => graph.objects[index]!.name
  return {
    width: Math.ceil(width!),
    height: Math.ceil(height!),
    states: graph.objects
      .filter(({ name }) => name !== startNode)
      .map(({ name, pos, width }) => ({
        state: name,
        categories: Object.keys(automaton.categories).filter((category) =>
          automaton.categories[category]!.includes(name),
        ),
        at: point(pos),
        radius: round((Number(width) * pointsPerInch) / 2),
      })),
    edges: (graph.edges ?? []).map(({ tail, head, lp, _draw_, _hdraw_ }): EdgeLayout => {
      const from = nameOf(tail) === startNode ? null : nameOf(tail)
      const to = nameOf(head)
      const row = from === null ? {} : automaton.states[from]!
      return {
        from,
        to,
        events: Object.keys(row).filter((event) => row[event] === to),
        curve: pointsOf(_draw_, 'b').map(place),
        head: pointsOf(_hdraw_, 'P').map(place),
        label: lp === undefined ? null : point(lp),
      }
    }),
  }
}

function pointsOf(drawings: readonly Drawing[], op: string): readonly Point[] {
  return drawings.find((drawing) => drawing.op === op)?.points ?? []
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
