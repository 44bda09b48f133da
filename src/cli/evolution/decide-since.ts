/**
 * What to watch, given the version that `--since` names. Looks at the project only where that version could still say
 * something about it: under another Node, JSMOP, command or spec everything is watched, whatever the files are.
 */

import { changedNodes, type Decision, decide, type Selection } from '../../evolve/decide.ts'
import {
  type Circumstances,
  differenceOfConfigurations,
  differenceOfSetting,
  differenceOfTools,
  type ProjectCircumstances,
  type Setting,
} from '../../evolve/evolution-state.ts'
import type { ProjectSnapshot } from '../../evolve/project-snapshot.ts'
import type { SignalWords } from '../../evolve/signal-words.ts'
import { variantOf } from '../../evolve/variant.ts'
import type { Configuration } from '../configuration.ts'
import type { SpecSignals } from '../spec-choice.ts'
import { version } from '../version.ts'
import type { EarlierVersion } from './earlier-version.ts'
import type { EvolutionRunOptions } from './evolution-run.ts'
import { startingPoints } from './select-tests.ts'

export function settingOf(
  { values, command }: Pick<EvolutionRunOptions, 'values' | 'command'>,
  signals: readonly SpecSignals[],
): Setting {
  return {
    jsmop: version(),
    node: process.version,
    command,
    strategy: values.strategy,
    libraries: values.libraries,
    specs: Object.fromEntries(signals.map(({ words: { id }, digest }) => [id, digest])),
  }
}

export function circumstancesOf(setting: Setting, snapshot: ProjectSnapshot): Circumstances {
  return { ...setting, ...projectOf(snapshot) }
}

function projectOf({ configurations, tools }: ProjectSnapshot): ProjectCircumstances {
  return { configurations: Object.fromEntries(configurations), tools: Object.fromEntries(tools) }
}

export interface SinceInput {
  readonly version: EarlierVersion
  readonly setting: Setting
  readonly values: Configuration
  readonly specs: readonly SignalWords[]
  readonly snapshot: () => ProjectSnapshot
}

export function decideSince({ version: earlier, setting, values, specs, snapshot: take }: SinceInput): Decision {
  const variant = variantOf(values.variant)
  const selectFrom = (changed: readonly string[]): Selection =>
    decide({
      snapshot: take(),
      changed,
      variant,
      specs,
      libraries: values.libraries,
      starts: startingPoints(setting.command, take()),
    })
  switch (earlier.kind) {
    case 'nothing':
      return { kind: 'full', why: '--since names no version to compare with' }
    case 'baseline':
      return { kind: 'full', why: 'a baseline tells violations, not what the code was' }
    case 'commit': {
      const snapshot = take()
      const { changed, deleted, configurations } = earlier.git.changes(snapshot)
      if (configurations.length > 0) return { kind: 'full', why: `${configurations.join(', ')} changed` }
      const nodes = new Set([
        ...changed.filter((file) => snapshot.graph.has(file)),
        ...snapshot.importersOf(new Set(deleted)),
      ])
      return selectFrom([...nodes])
    }
    case 'state': {
      if (earlier.stored.kind === 'none') return { kind: 'full', why: earlier.stored.why }
      const { state } = earlier.stored
      const { circumstances: before } = state
      const why = differenceOfSetting(before, setting) ?? differenceOfConfigurations(before, projectOf(take()))
      if (why !== undefined) return { kind: 'full', why }
      const tools = differenceOfTools(before, projectOf(take()))
      // Safety asks for all, and so does a choice of tests; who does without it knows that code which no module imports is left out.
      if (tools !== undefined && (variant.safe || values.rts)) return { kind: 'full', why: tools }
      return { ...selectFrom(changedNodes(state.checksums, take().checksums())), disregarded: tools }
    }
  }
}
