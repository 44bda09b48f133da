/** What users pay: the packages of `registry.json` under what they run, more than once. */
import { readFileSync } from 'node:fs'

const registry = JSON.parse(readFileSync(new URL('registry.json', import.meta.url), 'utf8'))
const { D, recommended } = registry.configurations

export default { ...registry, name: 'cost', configurations: { D, recommended }, repetitions: 2 }
