/**
 * What `--sample` says: which monitors are created.
 *
 *     none                              all of them
 *     valg                              agents that look for what is yet to be discovered (`discovery.ts`)
 *     valg:longest=500                  the same with other hyperparameters
 *     valg:default                      the same with none of `jsmop tune`'s
 *     valg:paper                        Valg's bandits with the paper's hyperparameters (`bandit.ts`)
 *     valg:alpha=0.5,epsilon=0.5        the same with others; `alpha=average` for the sample average
 *     random:0.1                        each with this probability (`coin.ts`)
 *
 * All kinds take `seed` (a whole number), `lag` (how many decisions without an event end a trace) and `events=off` (events
 * that only repeat a report are signalled nevertheless).
 */

import { nearestName } from '../../diagnostics/nearest-name.ts'
import { UserError } from '../../diagnostics/user-error.ts'
import type { Agent } from './agent.ts'
import { Bandit, type BanditOptions, paperOptions } from './bandit.ts'
import { Coin } from './coin.ts'
import { Discovery, discoveryOptions, type DiscoveryOptions } from './discovery.ts'
import type { Seed } from './random.ts'

/** What all kinds of sampling have in common. */
interface Common {
  readonly seed: number
  readonly lag: number
  /** Whether events of places that have violated a raw spec are passed over. */
  readonly events: boolean
}

export type Sample =
  | { readonly kind: 'none' }
  | (Common & { readonly kind: 'coin'; readonly probability: number })
  | (Common & { readonly kind: 'bandit'; readonly bandit: BanditOptions })
  | (Common & { readonly kind: 'discovery'; readonly discovery: DiscoveryOptions })

export type Sampling = Exclude<Sample, { readonly kind: 'none' }>

const common: Common = { seed: 1, lag: 4, events: true }

/** By name of a hyperparameter, the least and the greatest value it may have. */
const commonRanges = { seed: [0, 0xffff_ffff], lag: [1, 4096] } as const
const banditRanges = { alpha: [0, 1], epsilon: [0, 1], delta: [0, 1], create: [-100, 100], skip: [-100, 100] } as const
const discoveryRanges = {
  first: [0, 1e6],
  perContext: [0, 255],
  rate: [0, 1],
  growth: [1, 100],
  longest: [0, 1e9],
} as const

/** Throws `UserError` for a text that says nothing. */
export function parseSample(text: string): Sample {
  const colon = text.indexOf(':')
  const name = colon === -1 ? text : text.slice(0, colon)
  const parts = colon === -1 ? [] : text.slice(colon + 1).split(',')
  if (name === 'none' && parts.length === 0) return { kind: 'none' }
  if (name === 'random') return parseCoin(text, parts)
  if (name === 'valg') return parseValg(text, parts)
  const near = nearestName(name, ['none', 'valg', 'random'])
  throw bad(text, `${near === undefined ? '' : `Did you mean ${near}? `}Write none, valg, valg:paper or random:0.1.`)
}

function parseCoin(text: string, [first = '', ...parts]: readonly string[]): Sample {
  const probability = Number(first)
  if (first.trim() === '' || !(probability >= 0 && probability <= 1))
    throw bad(text, 'Give a probability between 0 and 1, for instance random:0.1.')
  return { kind: 'coin', probability, ...commonOf(text, settingsOf(text, parts, commonRanges)) }
}

function parseValg(text: string, parts: readonly string[]): Sample {
  const paper = parts[0] === 'paper'
  const rest = paper || parts[0] === 'default' ? parts.slice(1) : parts
  const isBandit = paper || rest.some((part) => Object.hasOwn(banditRanges, part.split('=')[0]!))
  if (isBandit) {
    const { settings, ...others } = split(settingsOf(text, rest, { ...commonRanges, ...banditRanges }), banditRanges)
    return { kind: 'bandit', bandit: { ...paperOptions, ...settings }, ...commonOf(text, others.rest) }
  }
  const { settings, ...others } = split(
    settingsOf(text, rest, { ...commonRanges, ...discoveryRanges }),
    discoveryRanges,
  )
  return { kind: 'discovery', discovery: { ...discoveryOptions, ...settings }, ...commonOf(text, others.rest) }
}

type Settings = Readonly<Record<string, number | null | boolean>>

function settingsOf(
  text: string,
  parts: readonly string[],
  ranges: Readonly<Record<string, readonly [number, number]>>,
): Settings {
  const settings: Record<string, number | null | boolean> = {}
  for (const part of parts) {
    const [key = '', value = ''] = part.split('=')
    if (key === 'events' && (value === 'off' || value === 'on')) settings['events'] = value === 'on'
    else if (key === 'alpha' && value === 'average' && Object.hasOwn(ranges, 'alpha')) settings['alpha'] = null
    else {
      if (!Object.hasOwn(ranges, key)) {
        const known = [...Object.keys(ranges), 'events']
        const near = nearestName(key, known)
        const hint = near === undefined ? '' : `Did you mean ${near}? `
        throw bad(text, `${hint}It takes ${known.join(', ')}, each as <name>=<value>.`)
      }
      const [least, greatest] = ranges[key]!
      const number = Number(value)
      if (value.trim() === '' || !(number >= least && number <= greatest))
        throw bad(text, `${key} must be a number from ${least} to ${greatest}.`)
      settings[key] = number
    }
  }
  return settings
}

/** The settings that are in `ranges`, and the others. */
function split(settings: Settings, ranges: object): { settings: Settings; rest: Settings } {
  const entries = Object.entries(settings)
  const own = ([key]: [string, unknown]) => Object.hasOwn(ranges, key)
  return {
    settings: Object.fromEntries(entries.filter(own)),
    rest: Object.fromEntries(entries.filter((entry) => !own(entry))),
  }
}

function commonOf(text: string, settings: Settings): Common {
  const merged = { ...common, ...settings } as Common
  if (!Number.isInteger(merged.seed) || !Number.isInteger(merged.lag))
    throw bad(text, 'seed and lag must be whole numbers.')
  return merged
}

function bad(text: string, remedy: string): UserError {
  return new UserError({ code: 'bad-sample', message: `--sample cannot be "${text}"`, remedy })
}

/** The agent of a place, whose seed is its own. */
export function makeAgent(sample: Sampling, seed: Seed): Agent {
  switch (sample.kind) {
    case 'coin':
      return new Coin(sample.probability, seed)
    case 'bandit':
      return new Bandit(sample.bandit, seed)
    case 'discovery':
      return new Discovery(sample.discovery, seed)
  }
}
