/** Elements from code. Text is always a text node: nothing that a report shows can become markup. */

export type Child = Node | string | number | null | undefined | false | readonly Child[]

type Listener = (event: Event & KeyboardEvent & MouseEvent) => void
export type Attributes = Readonly<Record<string, string | number | boolean | undefined | Listener>>

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  apply(element, attributes)
  append(element, children)
  return element
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  apply(element, attributes)
  append(element, children)
  return element
}

/** A link only for web addresses: a spec's documentation is data too. */
export function webLink(address: string): HTMLElement {
  if (!/^https?:\/\//.test(address)) return h('span', {}, address)
  return h('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, address)
}

export function replace(element: Element, ...children: Child[]): void {
  element.replaceChildren()
  append(element, children)
}

function apply(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    if (isList(child)) append(element, child)
    else element.append(typeof child === 'number' ? String(child) : child)
  }
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child)
}
