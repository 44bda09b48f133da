/** Lets modules of runners hand themselves over when they load, by a call at the end of their text. */

import type { SourceKind } from '../instrument/weave/weave.ts'
import { ava } from './ava.ts'
import { avaAssertions, chai, jestExpect, vitestExpect } from './intended.ts'
import { jest } from './jest.ts'
import { mocha } from './mocha.ts'
import { appendToModule } from './module-end.ts'
import { handOverName, type RunnerContext, type RunnerModule } from './runner.ts'
import { tape } from './tape.ts'
import { vitest } from './vitest.ts'

const modules: readonly RunnerModule[] = [mocha, jest, vitest, ava, tape, chai, vitestExpect, jestExpect, avaAssertions]

/** Most files are none of a runner's: one look tells. */
const candidates = /[\\/]node_modules[\\/](?:mocha|jest-circus|vitest|ava|tape|chai|expect)[\\/]/

/** The text with its calls, for a module that someone waits for; undefined for any other. `file` is a path or an address. */
export function withHandOver(text: string, file: string, kind: SourceKind): string | undefined {
  if (!candidates.test(file) || text.includes(`${handOverName}(`)) return undefined
  const place = file.replace(/[?#].*$/, '').replaceAll('\\', '/')
  const calls = modules.flatMap(({ name, file: expected, wants }) => {
    const wanted = expected.test(place) ? wants(text, kind) : undefined
    return wanted === undefined ? [] : [`${handOverName}(${JSON.stringify(name)}, ${wanted})`]
  })
  return calls.length === 0 ? undefined : appendToModule(text, kind, calls.join(';'))
}

/** What stands behind the name: gives what was handed over to the module's file here. Never throws into the runner. */
export function receiver(context: RunnerContext, onFault: (part: string, error: unknown) => void) {
  return (name: string, value: unknown): void => {
    try {
      modules.find((module) => module.name === name)?.found(value, context)
    } catch (error) {
      onFault(`tests of ${name}`, error)
    }
  }
}
