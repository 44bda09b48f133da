/** `docs/options.md` names every command and every entry of the configuration; its help texts are run with the other documents. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '#src/cli/commands.ts'
import { defaults } from '#src/cli/configuration.ts'

const page = readFileSync(new URL('../../docs/options.md', import.meta.url), 'utf8')

test('has the help of every command', () => {
  const shown = [...page.matchAll(/^\$ jsmop ([\w-]+) --help$/gm)].map(([, name]) => name)
  expect(shown).toEqual(commands.map(({ name }) => name))
})

test('has every entry of the configuration, with its default', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]*\| (?:`(.*?)`|(none)) \|/gm)].map(([, key, value]) => [
    key,
    value,
  ])
  const texts = Object.entries(defaults).map(([key, value]) => [
    key,
    value === undefined ? undefined : JSON.stringify(value).replaceAll('"', "'"),
  ])
  expect(new Map(rows as [string, string][])).toEqual(new Map(texts as [string, string][]))
})
