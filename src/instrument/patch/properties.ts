/** Finding properties of builtins, with nothing that a program could have replaced. */

import { getOwnPropertyDescriptor, getPrototypeOf } from './originals.ts'

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** `@@iterator` names a well-known symbol. */
export function propertyKey(name: string): PropertyKey {
  if (!name.startsWith('@@')) return name
  return (Symbol as unknown as Record<string, symbol | undefined>)[name.slice(2)] ?? name
}

export function findProperty(
  from: object,
  key: PropertyKey,
): { owner: object; descriptor: PropertyDescriptor } | undefined {
  for (let owner: object | null = from; owner !== null; owner = getPrototypeOf(owner)) {
    const descriptor = getOwnPropertyDescriptor(owner, key)
    if (descriptor !== undefined) return { owner, descriptor }
  }
  return undefined
}

/** The object at a path of exports, when all of it is there: accessors of exports only give what is exported. */
export function follow(from: object, path: readonly string[]): object | undefined {
  let at: unknown = from
  for (const name of path) {
    if (!isObject(at)) return undefined
    at = Reflect.get(at, propertyKey(name))
  }
  return isObject(at) ? at : undefined
}

export function prototypeOfClass(value: object): object | undefined {
  const prototype: unknown =
    typeof value === 'function' ? getOwnPropertyDescriptor(value, 'prototype')?.value : undefined
  return isObject(prototype) ? prototype : undefined
}

export function className(prototype: object): string {
  const constructor: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value
  return typeof constructor === 'function' ? constructor.name : ''
}
