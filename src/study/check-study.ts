/**
 * A study file's content → a checked `Study`, or a `UserError` that names the place in the file and what belongs there.
 * Versions are expanded to subjects and options to words here, so that nothing downstream knows the file's shape.
 */

import path from 'node:path'
import { nearestName } from '../diagnostics/nearest-name.ts'
import { UserError } from '../diagnostics/user-error.ts'
import type { Configuration, Limits, Project, Source, Study, Subject } from './study.ts'
import { plain } from './study.ts'

type Fields = Readonly<Record<string, unknown>>

/** `file` is the study's own path: its folders are relative to it. */
export function checkStudy(content: unknown, file: string): Study {
  const at = new Place(path.basename(file), '')
  const fields = at.object(content, studyKeys)
  const defaults = {
    install: at.text(fields, 'install', 'npm install --ignore-scripts --no-audit --no-fund'),
    before: at.optionalText(fields, 'before'),
    folder: path.dirname(file),
  }
  const projects = at
    .list(fields, 'subjects')
    .map((entry, i) => checkProject(entry, at.under(`subjects[${i}]`), defaults))
  if (projects.length === 0) at.under('subjects').refuse('is empty', 'Name at least one subject.')
  refuseTwice(
    projects.map(({ name }) => name),
    at.under('subjects'),
    'Give one of them another "name", or list its "versions" or "commits" in one entry.',
  )
  const configurations = Object.entries(
    at.under('configurations').anyObject(fields['configurations'] ?? { D: { preset: 'all' } }),
  ).map(([name, entry]) => checkConfiguration(name, entry, at.under(`configurations.${name}`), defaults.folder))
  return {
    name: at.text(fields, 'name', path.basename(file).replace(/\.[^.]*$/, '')),
    projects,
    configurations: configurations.map((one, i) =>
      goesOn(one, configurations.slice(0, i)) ? { ...one, goesOn: true } : one,
    ),
    repetitions: at.count(fields, 'repetitions', 5, 1),
    screening: at.count(fields, 'screening', 5, 1),
    warmups: at.count(fields, 'warmups', 1, 0),
    instructions: false,
    limits: checkLimits(fields['limits'], at.under('limits')),
  }
}

const studyKeys = [
  'name',
  'before',
  'install',
  'subjects',
  'configurations',
  'repetitions',
  'screening',
  'warmups',
  'limits',
]

const subjectKeys = [
  'name',
  'npm',
  'versions',
  'git',
  'commits',
  'folder',
  'packages',
  'install',
  'test',
  'before',
  'labels',
]

interface Defaults {
  readonly install: string
  readonly before: string | undefined
  readonly folder: string
}

function checkProject(entry: unknown, at: Place, defaults: Defaults): Project {
  const fields = at.object(entry, subjectKeys)
  const kinds = ['npm', 'git', 'folder'].filter((kind) => fields[kind] !== undefined)
  if (kinds.length !== 1) {
    at.refuse(
      kinds.length === 0 ? 'does not say where its files come from' : `has ${kinds.join(' and ')}`,
      'Give exactly one of "npm" (name@version), "git" (a repository) and "folder".',
    )
  }
  const sources = checkSources(fields, at, defaults)
  const name = at.text(fields, 'name', sources[0]!.name)
  const labels = Object.fromEntries(
    Object.entries(at.under('labels').anyObject(fields['labels'] ?? {})).map(([label, value]) => {
      if (typeof value !== 'string') at.under(`labels.${label}`).refuse(`is ${show(value)}`, 'It must be a text.')
      return [label, value as string]
    }),
  )
  const subjects = sources.map(({ version, source }): Subject => ({
    id: sources.length === 1 && version === '' ? name : `${name}@${version}`,
    project: name,
    version,
    source,
    install: installCommand(fields, at, defaults),
    test: at.requiredText(fields, 'test', 'the command that runs its tests, such as "mocha test"'),
    before: at.optionalText(fields, 'before') ?? defaults.before,
    labels,
  }))
  refuseTwice(
    subjects.map(({ id }) => id),
    at,
    'List each version once.',
  )
  return { name, subjects }
}

/** With `packages`, these stand for all that the manifest names for development: its linters and builders stay away. */
function installCommand(fields: Fields, at: Place, { install }: Defaults): string {
  if (fields['packages'] === undefined) return at.text(fields, 'install', install)
  if (fields['install'] !== undefined) at.refuse('has "packages" and "install"', 'Give one of the two.')
  const packages = at.texts(fields, 'packages')
  const inexact = packages.find((name) => !/^(?:@[\w.~-]+\/)?[\w.~-]+@\d+\.\d+\.\d+\S*$/.test(name))
  if (inexact !== undefined)
    at.under('packages').refuse(`names ${show(inexact)}`, 'Name exact versions, such as mocha@11.7.5.')
  const options = '--no-save --ignore-scripts --no-audit --no-fund'
  return `npm pkg delete devDependencies && npm install ${[options, ...packages].join(' ')}`
}

function checkSources(fields: Fields, at: Place, { folder }: Defaults) {
  if (fields['npm'] !== undefined) {
    const text = at.requiredText(fields, 'npm', 'a package, as name@version')
    const match = /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@(\d+\.\d+\.\d+\S*))?$/.exec(text)
    const versions = fields['versions'] === undefined ? [match?.[2] ?? ''] : at.texts(fields, 'versions')
    if (match === null || versions.some((version) => !/^\d+\.\d+\.\d+/.test(version)))
      at.under('npm').refuse(
        `is ${show(text)}`,
        'It must be name@version with an exact version such as split2@4.2.0, or a name with a list of exact "versions".',
      )
    const name = match![1]!
    return versions.map((version): Sourced => ({ name, version, source: { kind: 'npm', name, version } }))
  }
  if (fields['git'] !== undefined) {
    const repository = at.requiredText(fields, 'git', 'the address of a repository')
    const commits = at.texts(fields, 'commits')
    if (commits.length === 0 || commits.some((commit) => !/^[0-9a-f]{40}$/.test(commit)))
      at.under('commits').refuse(`is ${show(commits)}`, 'It must be a list of whole commit names, oldest first.')
    const name = path.basename(repository, '.git')
    return commits.map((commit): Sourced => ({
      name,
      version: commit.slice(0, 12),
      source: { kind: 'git', repository, commit },
    }))
  }
  const own = path.resolve(folder, at.requiredText(fields, 'folder', 'a folder'))
  const sourced: Sourced = { name: path.basename(own), version: '', source: { kind: 'folder', folder: own } }
  return [sourced]
}

interface Sourced {
  readonly name: string
  readonly version: string
  readonly source: Source
}

/** Keys that stand for one option of `jsmop run` each, and what they accept. */
const optionKeys: Readonly<Record<string, 'text' | 'texts' | 'switch' | 'files'>> = {
  preset: 'text',
  algo: 'text',
  strategy: 'text',
  sample: 'text',
  since: 'text',
  variant: 'text',
  show: 'text',
  rts: 'switch',
  spec: 'texts',
  specFile: 'files',
  traces: 'switch',
  libraries: 'switch',
}

const configurationKeys = [...Object.keys(optionKeys), 'options', 'offline', 'keepsResults', 'tune', 'wrap']

function checkConfiguration(name: string, entry: unknown, at: Place, folder: string): Configuration {
  if (name === plain) at.refuse('is not needed', 'Leave it out: the plain run is always part of a study.')
  if (!/^[\w.+ -]+$/.test(name))
    at.refuse(
      'has a name that tables cannot show',
      'Use letters, digits, spaces and . + - _ in names of configurations.',
    )
  const fields = at.object(entry, configurationKeys)
  const wrap = at.optionalText(fields, 'wrap')
  if (wrap !== undefined) {
    if (!wrap.includes('{command}'))
      at.under('wrap').refuse(`is ${show(wrap)}`, 'Write {command} where the test command belongs.')
    if (Object.keys(fields).length > 1)
      at.refuse('has other entries besides "wrap"', 'Another tool knows no options of JSMOP: leave them out.')
    return { name, options: [], wrap: wrap.replaceAll('{study}', () => folder) }
  }
  const options = Object.entries(optionKeys).flatMap(([key, kind]): string[] => {
    const value = fields[key]
    const option = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    if (value === undefined) return []
    if (kind === 'switch') {
      if (typeof value !== 'boolean') at.under(key).refuse(`is ${show(value)}`, 'It must be true or false.')
      if (key === 'libraries') return value === true ? [] : ['--no-libraries']
      return value === true ? [option] : []
    }
    if (kind === 'text') return [option, at.requiredText(fields, key, 'a text')]
    return at.texts(fields, key).flatMap((each) => [option, kind === 'files' ? path.resolve(folder, each) : each])
  })
  const offline = at.optionalText(fields, 'offline')
  const keepsResults = fields['keepsResults']
  if (keepsResults !== undefined && typeof keepsResults !== 'boolean' && typeof keepsResults !== 'string')
    at.under('keepsResults').refuse(
      `is ${show(keepsResults)}`,
      'It must be true, false, or a name that several configurations share.',
    )
  const tune = fields['tune'] === undefined ? undefined : at.count(fields, 'tune', 0, 1)
  if (tune !== undefined && fields['sample'] !== undefined)
    at.refuse('has "tune" and "sample"', 'Give one of the two: what tuning finds is the sample.')
  return {
    name,
    options: [...options, ...(fields['options'] === undefined ? [] : at.texts(fields, 'options'))],
    ...(offline === undefined ? {} : { offline }),
    ...(tune === undefined ? {} : { tune }),
    ...(keepsResults === true ? { keepsResults: name } : {}),
    ...(typeof keepsResults === 'string' ? { keepsResults } : {}),
  }
}

/** Phases of one run are configurations that keep results under one name; each starts where the one before it ended. */
function goesOn({ keepsResults }: Configuration, before: readonly Configuration[]): boolean {
  return keepsResults !== undefined && before.some((other) => other.keepsResults === keepsResults)
}

function checkLimits(entry: unknown, at: Place): Limits {
  const fields = at.object(entry ?? {}, ['seconds', 'megabytes'])
  return { seconds: at.count(fields, 'seconds', 600, 1), megabytes: at.count(fields, 'megabytes', 8192, 1) }
}

function refuseTwice(names: readonly string[], at: Place, remedy: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) at.refuse(`names ${show(twice)} twice`, remedy)
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** A place in the study file, which complaints are about. */
class Place {
  readonly #file: string
  readonly #path: string

  constructor(file: string, path: string) {
    this.#file = file
    this.#path = path
  }

  under(key: string): Place {
    return new Place(this.#file, this.#path === '' ? key : `${this.#path}.${key}`)
  }

  refuse(found: string, remedy: string): never {
    const place = this.#path === '' ? this.#file : `"${this.#path}" in ${this.#file}`
    throw new UserError({ code: 'bad-study', message: `${place} ${found}`, remedy })
  }

  anyObject(value: unknown): Fields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
    return this.refuse(`is ${show(value)}`, 'It must be an object.')
  }

  object(value: unknown, keys: readonly string[]): Fields {
    const fields = this.anyObject(value)
    const unknown = Object.keys(fields).find((key) => !keys.includes(key))
    if (unknown === undefined) return fields
    const near = nearestName(unknown, keys)
    return this.refuse(
      `has an entry "${unknown}" that studies do not know`,
      `${near === undefined ? '' : `Did you mean "${near}"? `}The entries are ${keys.join(', ')}.`,
    )
  }

  list(fields: Fields, key: string): readonly unknown[] {
    const value = fields[key]
    if (Array.isArray(value)) return value as unknown[]
    return this.under(key).refuse(value === undefined ? 'is missing' : `is ${show(value)}`, 'It must be a list.')
  }

  texts(fields: Fields, key: string): readonly string[] {
    const value = this.list(fields, key)
    if (value.every((entry) => typeof entry === 'string')) return value
    return this.under(key).refuse(`is ${show(value)}`, 'It must be a list of texts.')
  }

  optionalText(fields: Fields, key: string): string | undefined {
    const value = fields[key]
    if (value === undefined || (typeof value === 'string' && value !== '')) return value
    return this.under(key).refuse(`is ${show(value)}`, 'It must be a text.')
  }

  text(fields: Fields, key: string, otherwise: string): string {
    return this.optionalText(fields, key) ?? otherwise
  }

  requiredText(fields: Fields, key: string, what: string): string {
    return this.optionalText(fields, key) ?? this.under(key).refuse('is missing', `It must be ${what}.`)
  }

  count(fields: Fields, key: string, otherwise: number, least: number): number {
    const value = fields[key] ?? otherwise
    if (typeof value === 'number' && Number.isInteger(value) && value >= least) return value
    return this.under(key).refuse(`is ${show(value)}`, `It must be a whole number of at least ${least}.`)
  }
}
