/** The text of a violation: the spec's message with values of the program shown briefly, without running any of its code. */

import type { Report } from '../engine/monitoring.ts'
import { parseMessage } from '../spec/message-template.ts'
import { types } from 'node:util'
import { getOwnPropertyDescriptor, getPrototypeOf, stringify } from '../instrument/patch/originals.ts'
import { readData } from '../spec/expression/read-data.ts'

const { isNativeError, isProxy } = types
const longestText = 60

export function messageOf({ spec, category, event, values, variables }: Report): string {
  let text = ''
  for (const part of parseMessage(spec.reports[category]!.message)) {
    text += part.kind === 'text' ? part.text : nameText(part.text)
  }
  return text

  function nameText(name: string): string {
    if (name === 'event') return spec.events[event]!.name
    const parameter = spec.parameters.findIndex((one) => one.name === name)
    return showValue(parameter === -1 ? variables?.[name] : values[parameter])
  }
}

/** `"text"`, `42`, `a Map`, `function f`, `an Error "text"`. */
export function showValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return showText(value)
    case 'function': {
      const name = readData(value, 'name')
      return typeof name === 'string' && name !== '' ? `function ${name}` : 'an anonymous function'
    }
    case 'object': {
      if (value === null) return 'null'
      const name = className(value)
      const said = isNativeError(value) ? readData(value, 'message') : undefined
      const text = typeof said === 'string' && said !== '' ? ` ${showText(said)}` : ''
      return name === '' ? 'an object' : `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}${text}`
    }
    case 'bigint':
    case 'boolean':
    case 'number':
    case 'symbol':
    case 'undefined':
      return String(value)
  }
}

function showText(text: string): string {
  return stringify(text.length > longestText ? `${text.slice(0, longestText)}…` : text)
}

/** The name of the class that made an object; empty when only running its code would tell. */
function className(value: object): string {
  for (let holder: object | null = value; holder !== null && !isProxy(holder); holder = getPrototypeOf(holder)) {
    const maker: unknown = getOwnPropertyDescriptor(holder, 'constructor')?.value
    const name = typeof maker === 'function' ? readData(maker, 'name') : undefined
    if (typeof name === 'string') return name
  }
  return ''
}
