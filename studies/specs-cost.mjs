/** What it costs to have all specs on against one, and against none of them: the packages of the registry study. */
import { readFileSync } from 'node:fs'

const registry = JSON.parse(readFileSync(new URL('registry.json', import.meta.url), 'utf8'))

export default {
  ...registry,
  name: 'specs-cost',
  configurations: {
    all: { preset: 'all' },
    recommended: { preset: 'recommended' },
    one: { spec: ['stream/no-write-after-end'] },
  },
}
