import { expect, test } from 'vitest'
import { UserError } from '#src/diagnostics/user-error.ts'
import { checkStudy } from '#src/study/check-study.ts'

const file = '/studies/mine.json'
const npm = { npm: 'split2@4.2.0', test: 'tape test.js' }

function complaint(content: unknown): string {
  try {
    checkStudy(content, file)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return `[${error.code}] ${error.message}. ${error.remedy}`
  }
  return 'none'
}

test('a study has the name of its file, everything on, and five repetitions unless it says otherwise', () => {
  expect(checkStudy({ subjects: [npm] }, file)).toEqual({
    name: 'mine',
    projects: [
      {
        name: 'split2',
        subjects: [
          {
            id: 'split2@4.2.0',
            project: 'split2',
            version: '4.2.0',
            source: { kind: 'npm', name: 'split2', version: '4.2.0' },
            install: 'npm install --ignore-scripts --no-audit --no-fund',
            test: 'tape test.js',
            before: undefined,
            labels: {},
          },
        ],
      },
    ],
    configurations: [{ name: 'D', options: ['--preset', 'all'] }],
    repetitions: 5,
    screening: 5,
    warmups: 1,
    instructions: false,
    limits: { seconds: 600, megabytes: 8192 },
  })
})

test('versions and commits are subjects of one project, in their order', () => {
  const commits = ['a'.repeat(40), 'b'.repeat(40)]
  const { projects } = checkStudy(
    {
      subjects: [
        { npm: '@scope/some', versions: ['1.0.0', '1.1.0'], test: 'x' },
        { git: 'https://example.org/other.git', commits, test: 'x' },
        { folder: '../here', test: 'x', labels: { runner: 'mocha' } },
      ],
    },
    file,
  )
  expect(projects.map(({ subjects }) => subjects.map(({ id }) => id))).toEqual([
    ['@scope/some@1.0.0', '@scope/some@1.1.0'],
    ['other@aaaaaaaaaaaa', 'other@bbbbbbbbbbbb'],
    ['here'],
  ])
  expect(projects[2]!.subjects[0]!.source).toEqual({ kind: 'folder', folder: '/here' })
})

test('packages stand for the development dependencies of the manifest', () => {
  const { projects } = checkStudy({ subjects: [{ ...npm, packages: ['tape@5.9.0'] }] }, file)
  expect(projects[0]!.subjects[0]!.install).toBe(
    'npm pkg delete devDependencies && npm install --no-save --ignore-scripts --no-audit --no-fund tape@5.9.0',
  )
})

test('a configuration becomes words of the command line', () => {
  const { configurations } = checkStudy(
    {
      subjects: [npm],
      configurations: {
        everything: {
          preset: 'all',
          algo: 'E',
          strategy: 'patch',
          sample: 'valg',
          spec: ['!a/b'],
          specFile: ['own.json'],
          traces: true,
          libraries: false,
          options: ['--verify-sites'],
        },
        offline: { preset: 'all', offline: 'D' },
        evolving: { since: 'last', keepsResults: true },
        tuned: { preset: 'all', tune: 30 },
        peer: { wrap: 'other-tool {study}/rules {command}' },
      },
    },
    file,
  )
  expect(configurations).toEqual([
    {
      name: 'everything',
      options:
        '--preset all --algo E --strategy patch --sample valg --spec !a/b --spec-file /studies/own.json --traces --no-libraries --verify-sites'.split(
          ' ',
        ),
    },
    { name: 'offline', options: ['--preset', 'all'], offline: 'D' },
    { name: 'evolving', options: ['--since', 'last'], keepsResults: 'evolving' },
    { name: 'tuned', options: ['--preset', 'all'], tune: 30 },
    { name: 'peer', options: [], wrap: 'other-tool /studies/rules {command}' },
  ])
})

test.for([
  ['[]', [], '[bad-study] mine.json is []. It must be an object.'],
  [
    'a misspelt entry',
    { subjcts: [] },
    '[bad-study] mine.json has an entry "subjcts" that studies do not know. Did you mean "subjects"? The entries are name, before, install, subjects, configurations, repetitions, screening, warmups, limits.',
  ],
  [
    'a tuned sample and another',
    { subjects: [npm], configurations: { x: { tune: 3, sample: 'valg' } } },
    '[bad-study] "configurations.x" in mine.json has "tune" and "sample". Give one of the two: what tuning finds is the sample.',
  ],
  ['no subjects', {}, '[bad-study] "subjects" in mine.json is missing. It must be a list.'],
  ['an empty list', { subjects: [] }, '[bad-study] "subjects" in mine.json is empty. Name at least one subject.'],
  [
    'no source',
    { subjects: [{ test: 'x' }] },
    '[bad-study] "subjects[0]" in mine.json does not say where its files come from. Give exactly one of "npm" (name@version), "git" (a repository) and "folder".',
  ],
  [
    'two sources',
    { subjects: [{ ...npm, folder: '.' }] },
    '[bad-study] "subjects[0]" in mine.json has npm and folder. Give exactly one of "npm" (name@version), "git" (a repository) and "folder".',
  ],
  [
    'a range',
    { subjects: [{ npm: 'split2@^4', test: 'x' }] },
    '[bad-study] "subjects[0].npm" in mine.json is "split2@^4". It must be name@version with an exact version such as split2@4.2.0, or a name with a list of exact "versions".',
  ],
  [
    'a short commit',
    { subjects: [{ git: 'x', commits: ['abc'], test: 'x' }] },
    '[bad-study] "subjects[0].commits" in mine.json is ["abc"]. It must be a list of whole commit names, oldest first.',
  ],
  [
    'no test command',
    { subjects: [{ npm: 'split2@4.2.0' }] },
    '[bad-study] "subjects[0].test" in mine.json is missing. It must be the command that runs its tests, such as "mocha test".',
  ],
  [
    'a project twice',
    { subjects: [npm, npm] },
    '[bad-study] "subjects" in mine.json names "split2" twice. Give one of them another "name", or list its "versions" or "commits" in one entry.',
  ],
  [
    'packages without versions',
    { subjects: [{ ...npm, packages: ['tape'] }] },
    '[bad-study] "subjects[0].packages" in mine.json names "tape". Name exact versions, such as mocha@11.7.5.',
  ],
  [
    'a plain configuration',
    { subjects: [npm], configurations: { plain: {} } },
    '[bad-study] "configurations.plain" in mine.json is not needed. Leave it out: the plain run is always part of a study.',
  ],
  [
    'a wrap without a command',
    { subjects: [npm], configurations: { peer: { wrap: 'tool' } } },
    '[bad-study] "configurations.peer.wrap" in mine.json is "tool". Write {command} where the test command belongs.',
  ],
  [
    'no repetitions',
    { subjects: [npm], repetitions: 0 },
    '[bad-study] "repetitions" in mine.json is 0. It must be a whole number of at least 1.',
  ],
] as const)('%s', ([, content, expected]) => {
  expect(complaint(content)).toBe(expected)
})
