/**
 * Finds drafts of stack nodes that mean the same as another draft or as a finished node. Run by `recognizer.ts` on the
 * drafts of one event, before they become nodes.
 *
 * Without it the stack of `S -> S S | begin S end | epsilon` would grow by one node for each pair, and be walked at each
 * event, although all those nodes are alike: each leads to the same rests on top of nodes that are alike in turn. So
 * "alike" is bisimilarity, computed by partition refinement: nodes start in one block if they accept alike and have the
 * same rests, and blocks are split by the blocks that their edges lead to until nothing changes. Finished nodes that are
 * not among the candidates stand for themselves alone.
 * Cost: O(rounds · edges) with at most as many rounds as blocks; in practice two or three.
 */

import type { StackNode } from './stack-node.ts'

/** Very ambiguous grammars meet many nodes at each event; those beyond the first few are left alone. */
const mostCandidates = 32

/** Maps each draft, and each candidate that equals another, to the node that stands for it: a finished one where there is one. */
export function mergeEqualNodes(
  drafts: readonly StackNode[],
  candidates: Iterable<StackNode>,
): ReadonlyMap<StackNode, StackNode> {
  const shapes = new Map<string, number>()
  const blocks = new Map<StackNode, number>()
  for (const draft of drafts) {
    const shape = shapeOf(draft)
    if (!shapes.has(shape)) shapes.set(shape, shapes.size)
    blocks.set(draft, shapes.get(shape)!)
  }
  let left = mostCandidates
  for (const candidate of candidates) {
    candidate.shape ??= shapeOf(candidate)
    const block = shapes.get(candidate.shape)
    if (block === undefined) continue
    blocks.set(candidate, block)
    left -= 1
    if (left === 0) break
  }
  refine(blocks, shapes.size)

  const standing = new Map<number, StackNode>()
  for (const [node, block] of blocks) {
    const other = standing.get(block)
    if (other === undefined || (node.id > 0 && (other.id < 0 || node.id < other.id))) standing.set(block, node)
  }
  const merged = new Map<StackNode, StackNode>()
  for (const [node, block] of blocks) merged.set(node, standing.get(block)!)
  return merged
}

function shapeOf({ accepts, rests }: StackNode): string {
  return `${accepts ? '!' : ''}${[...new Set(rests)].sort((a, b) => a - b).join()}`
}

function refine(blocks: Map<StackNode, number>, initial: number): void {
  for (let count = initial; count < blocks.size;) {
    const numbers = new Map<string, number>()
    const refined: number[] = []
    for (const [node, block] of blocks) {
      const edges = node.rests.map((rest, i) => {
        const target = node.targets[i]!
        const targetBlock = blocks.get(target)
        return targetBlock === undefined ? `${rest}#${target.id}` : `${rest}.${targetBlock}`
      })
      const signature = `${block}:${[...new Set(edges)].sort().join()}`
      const number = numbers.get(signature) ?? numbers.size
      numbers.set(signature, number)
      refined.push(number)
    }
    let i = 0
    for (const node of blocks.keys()) blocks.set(node, refined[i++]!)
    if (numbers.size === count) return
    count = numbers.size
  }
}
