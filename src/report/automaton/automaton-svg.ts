/** An automaton as an SVG picture, laid out by Graphviz (WebAssembly, loaded only here because it is large). */

import type { Automaton } from '../../logic/template.ts'
import { automatonDot } from './automaton-dot.ts'

export async function automatonSvg(automaton: Automaton): Promise<string> {
  const { instance } = await import('@viz-js/viz')
  const viz = await instance()
  const svg = viz.renderString(automatonDot(automaton), { format: 'svg', engine: 'dot' })
  // Graphviz opens with an XML prologue and its own version; neither belongs into a page or a diff.
  return svg.slice(svg.indexOf('<svg')).replace(/<!--[\s\S]*?-->\n?/g, '')
}
