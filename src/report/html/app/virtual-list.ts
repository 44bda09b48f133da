/**
 * A list of any length that holds only the rows in sight. Rows have one height. Arrow keys, Page Up and Down, Home and End
 * move the focus, which is on one row at a time; each row says its place in the whole list to a screen reader.
 */

import { h } from './dom.ts'

export interface VirtualListOptions {
  readonly label: string
  readonly count: number
  readonly rowHeight: number
  /** The row's content; `position` is what Tab reaches: 0 for the row that has the focus, -1 for others. */
  readonly row: (index: number, position: 0 | -1) => HTMLElement
  /** The row that has the focus first. */
  readonly focused?: number
  readonly onFocus?: (index: number) => void
}

/** Rows above and below what is in sight, so that scrolling finds them there. */
const spare = 8

export function virtualList(options: VirtualListOptions): HTMLElement {
  const { count, rowHeight } = options
  let focused = Math.min(Math.max(0, options.focused ?? 0), Math.max(0, count - 1))
  const rows = new Map<number, HTMLElement>()
  const space = h('div', { class: 'rows', role: 'list', 'aria-label': options.label })
  space.style.height = `${count * rowHeight}px`
  const list = h('div', { class: 'virtual-list' }, space)

  const show = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - spare)
    const last = Math.min(count - 1, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + spare)
    for (const [index, row] of rows) {
      if ((index < first || index > last) && index !== focused) {
        row.remove()
        rows.delete(index)
      }
    }
    for (let index = first; index <= last; index++) add(index)
    if (count > 0) add(focused)
  }
  const add = (index: number) => {
    if (rows.has(index)) return
    const row = h(
      'div',
      { class: 'row', role: 'listitem', 'aria-setsize': count, 'aria-posinset': index + 1, 'data-index': index },
      options.row(index, index === focused ? 0 : -1),
    )
    row.style.top = `${index * rowHeight}px`
    row.style.height = `${rowHeight}px`
    rows.set(index, row)
    const after = [...rows.keys()].filter((other) => other > index)
    space.insertBefore(row, after.length === 0 ? null : rows.get(Math.min(...after))!)
  }
  const target = (index: number) => rows.get(index)?.querySelector<HTMLElement>('[tabindex]')
  const moveTo = (index: number) => {
    target(focused)?.setAttribute('tabindex', '-1')
    focused = Math.min(Math.max(0, index), count - 1)
    const top = focused * rowHeight
    if (top < list.scrollTop) list.scrollTop = top
    else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight
    show()
    target(focused)?.setAttribute('tabindex', '0')
    target(focused)?.focus({ preventScroll: true })
    options.onFocus?.(focused)
  }
  list.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1)
    const moves: Record<string, number> = {
      ArrowDown: focused + 1,
      ArrowUp: focused - 1,
      PageDown: focused + page,
      PageUp: focused - page,
      Home: 0,
      End: count - 1,
    }
    const index = moves[event.key]
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moveTo(index)
  })
  list.addEventListener('focusin', (event) => {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('.row')?.dataset['index'])
    if (Number.isNaN(index) || index === focused) return
    target(focused)?.setAttribute('tabindex', '-1')
    focused = index
    target(focused)?.setAttribute('tabindex', '0')
    options.onFocus?.(focused)
  })
  list.addEventListener('scroll', show, { passive: true })
  // Whoever asked for the list has put it into the page by then.
  queueMicrotask(() => {
    list.scrollTop = Math.max(0, focused * rowHeight - list.clientHeight / 2)
    show()
  })
  new ResizeObserver(show).observe(list)
  return list
}
