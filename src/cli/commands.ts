/** The table of subcommands. Each loads its code only when it is wanted, so that starting stays quick. */

import type { Command } from './command.ts'
import { choices } from './configuration.ts'

const run: Command = {
  name: 'run',
  summary: 'Monitor a command: its tests, its processes, its workers.',
  usage: '[--] <command …>',
  positionals: [0, Infinity],
  passThrough: true,
  options: {
    preset: { value: '<preset>', choices: choices.preset, description: 'Which specs to watch.' },
    spec: { value: '<id>', repeatable: true, description: 'Watch this spec only; `!id` leaves one out. Repeatable.' },
    'spec-file': { value: '<file>', repeatable: true, description: 'Watch a spec of your own, in JSON. Repeatable.' },
    algo: { value: '<algorithm>', choices: choices.algo, description: 'The monitoring algorithm.' },
    traces: { description: 'Keep the whole trace of every monitor.' },
    sample: {
      value: '<policy>',
      description: 'Monitor selectively: valg, valg:paper, random:<p>; none (default) misses nothing.',
    },
    'sample-log': { description: 'Write what selective monitoring decided at each place.' },
    strategy: { value: '<strategy>', choices: choices.strategy, orFile: true, description: 'How events are seen.' },
    libraries: { negatable: true, description: 'Watch code in node_modules as well (the default).' },
    collection: { negatable: true, description: 'Drop monitors that can report no more (the default).' },
    record: { value: '<dir>', description: 'Write the events to logs that `jsmop check` reads.' },
    out: { value: '<dir>', description: 'Write results there instead of .jsmop/runs.' },
    'fail-on': { value: '<severity>', choices: choices.failOn, description: 'Exit with code 3 from this severity on.' },
    'on-violation': {
      value: '<what>',
      choices: choices.onViolation,
      description: 'Report, throw at the call, or stop a debugger.',
    },
    reporter: {
      value: '<format>',
      repeatable: true,
      choices: choices.reporter,
      description: 'How to report. Repeatable.',
    },
    'max-warnings': { value: '<n>', description: 'Exit with code 3 when there are more warnings.' },
    baseline: { value: '<file>', description: 'The file of known violations (jsmop-baseline.json).' },
    profile: { description: 'Measure the time that each spec takes (slower).' },
    since: { value: '<version>', description: 'Watch what changed since: last, a commit, a branch, a saved state.' },
    variant: { value: '<variant>', choices: choices.variant, description: 'How much a change affects (ps1c, safe).' },
    'dry-run': { description: 'With --since: say what a change affects, and run nothing.' },
    rts: { description: 'With --since: run only tests that depend on what changed.' },
    idempotent: { description: 'With --since: monitor functions whose traces never differ only once.' },
    rpp: { description: 'Watch critical specs first, the others in the background.' },
    phase: { value: '<phase>', choices: choices.phase, description: 'With --rpp: this phase only, for CI jobs.' },
    critical: { value: '<id>', repeatable: true, description: 'With --rpp: this spec is critical. Repeatable.' },
    show: { value: '<which>', choices: choices.show, description: 'With --since: new violations, or all of them.' },
    'verify-sites': { description: 'Check the place of every event against its caller (slow).' },
    watch: { description: 'Run again, and report again, after each change of the sources.' },
    'print-config': { description: 'Show the configuration in force and where each value comes from.' },
  },
  examples: [
    { command: 'jsmop -- npm test', what: 'Watch a test run' },
    { command: 'jsmop run --preset all --traces -- npx vitest run', what: 'Everything, with traces' },
    { command: 'jsmop run --since last -- npm test', what: 'Only what changed since the last run' },
    { command: 'jsmop --spec stream/no-write-after-end node server.js', what: 'One rule, any program' },
  ],
  load: async () => (await import('./commands/run.ts')).run,
}

const synth: Command = {
  name: 'synth',
  summary: 'Show the monitor that a formula becomes.',
  usage: '',
  positionals: [0, 0],
  options: {
    logic: { value: '<logic>', description: 'The logic of the formula: ere, fsm, ltl, ptltl, cfg.' },
    events: { value: '<a,b,…>', description: 'The events, separated by commas.' },
    formula: { value: '<formula>', description: 'The formula, in the syntax of docs/logics.md.' },
    categories: { value: '<a,b,…>', description: 'Categories of interest; minimal with respect to them.' },
    end: { value: '<event>', description: 'The terminal event: the formula is judged on the finite trace there.' },
    trace: { value: '<a,b,…>', description: 'Show the verdict after each event of a trace.' },
    format: { value: '<format>', choices: ['table', 'json', 'dot', 'svg'], description: 'How to show it.' },
    'max-states': { value: '<n>', description: 'Raise the limit on states during synthesis (20000).' },
    'max-event-sets': { value: '<n>', description: 'Raise the limit on event sets (500000).' },
  },
  examples: [
    {
      command: "jsmop synth --logic ere --events create,modify,next --formula 'create next* modify next'",
      what: 'An iterator is used after its collection was changed',
    },
    {
      command:
        "jsmop synth --logic ltl --events open,close,end --end end --formula '[](open => <> close)' --trace open,end",
      what: 'Verdicts after each event',
    },
    {
      command: "jsmop synth --logic fsm --events a,b --formula 's [ a -> t ] t [ b -> s ]' --format svg > monitor.svg",
      what: 'A picture',
    },
  ],
  load: async () => (await import('./commands/synth.ts')).synth,
}

const specs: Command = {
  name: 'specs',
  summary: 'List the catalogue of specs.',
  usage: '',
  positionals: [0, 0],
  options: { json: { description: 'As JSON.' } },
  examples: [{ command: 'jsmop specs', what: 'Everything that can be watched' }],
  load: async () => (await import('./commands/specs.ts')).specs,
}

const explain: Command = {
  name: 'explain',
  summary: 'Show one spec in full: rule, events, formula, automaton.',
  usage: '<id|file>',
  positionals: [1, 1],
  options: {},
  examples: [
    { command: 'jsmop explain stream/no-write-after-end', what: 'One spec' },
    { command: 'jsmop explain my-spec.json', what: 'One of your own, with what the checker doubts about it' },
  ],
  load: async () => (await import('./commands/explain.ts')).explain,
}

const check: Command = {
  name: 'check',
  summary: 'Monitor recorded event logs.',
  usage: '<log|dir|->',
  positionals: [1, 1],
  options: {
    spec: { value: '<id>', description: 'The spec of the catalogue to check.' },
    'spec-file': { value: '<file>', description: 'A spec of your own: JSON, TypeScript or JavaScript.' },
    algo: {
      value: '<algorithm>',
      choices: choices.algo.filter((name) => name !== 'none'),
      description: 'The monitoring algorithm (D).',
    },
    sample: { value: '<policy>', description: 'Monitor selectively, as `jsmop run` does.' },
    format: { value: '<format>', choices: ['text', 'json'], description: 'How to show what was found.' },
    'keep-going': { description: 'Count and skip lines that are malformed.' },
    profile: { description: 'Say where the time goes.' },
  },
  examples: [
    { command: 'jsmop check log.jsonl --spec map/no-change-while-iterating', what: 'One session' },
    {
      command: 'zcat log.jsonl.gz | jsmop check - --spec-file my-spec.json',
      what: 'Standard input, with a spec of your own',
    },
  ],
  load: async () => (await import('./commands/check.ts')).check,
}

const report: Command = {
  name: 'report',
  summary: 'Show a stored result again, in any format.',
  usage: '[dir]',
  positionals: [0, 1],
  options: {
    format: { value: '<format>', choices: choices.reporter, description: 'How to show it (text).' },
    output: { value: '<file>', short: 'o', description: 'Write it to a file.' },
    compare: { value: '<dir>', description: 'An earlier result, to compare with in the HTML report.' },
    baseline: { value: '<file>', description: 'The file of known violations (jsmop-baseline.json).' },
    'fail-on': { value: '<severity>', choices: choices.failOn, description: 'Exit with code 3 from this severity on.' },
  },
  examples: [
    { command: 'jsmop report', what: 'The latest run again' },
    { command: 'jsmop report --format html --output report.html', what: 'A page to send to someone' },
    { command: 'jsmop report jsmop-results --format sarif > jsmop.sarif', what: 'For code scanning' },
  ],
  load: async () => (await import('./commands/report.ts')).report,
}

const merge: Command = {
  name: 'merge',
  summary: 'Join the results of several jobs.',
  usage: '<dir…> --out <dir>',
  positionals: [1, Infinity],
  options: {
    out: { value: '<dir>', description: 'The folder for the joint result.' },
    baseline: { value: '<file>', description: 'The file of known violations (jsmop-baseline.json).' },
    'fail-on': { value: '<severity>', choices: choices.failOn, description: 'Exit with code 3 from this severity on.' },
    'max-warnings': { value: '<n>', description: 'Exit with code 3 when there are more warnings.' },
    reporter: {
      value: '<format>',
      repeatable: true,
      choices: choices.reporter,
      description: 'How to report. Repeatable.',
    },
  },
  examples: [{ command: 'jsmop merge shard-1 shard-2 --out jsmop-results', what: 'Two shards of a test suite' }],
  load: async () => (await import('./commands/merge.ts')).merge,
}

const diff: Command = {
  name: 'diff',
  summary: 'Compare the violations and traces of two results.',
  usage: '<dirA> <dirB>',
  positionals: [2, 2],
  options: { format: { value: '<format>', choices: ['text', 'json'], description: 'How to show it.' } },
  examples: [{ command: 'jsmop diff main-results branch-results', what: 'What a branch brings' }],
  load: async () => (await import('./commands/diff.ts')).diff,
}

const baseline: Command = {
  name: 'baseline',
  summary: 'Make the violations of the last run the known ones.',
  usage: '[dir]',
  positionals: [0, 1],
  options: {
    baseline: { value: '<file>', description: 'The file to write (jsmop-baseline.json).' },
    'dry-run': { description: 'Only say what would change.' },
  },
  examples: [{ command: 'jsmop baseline', what: 'From here on only new violations count' }],
  load: async () => (await import('./commands/baseline.ts')).baseline,
}

const init: Command = {
  name: 'init',
  summary: 'Write a configuration and a CI workflow.',
  usage: '',
  positionals: [0, 0],
  options: {
    github: { description: 'Write the GitHub workflow although there is no .github folder.' },
    undo: { description: 'Take back what it wrote, unless it was changed since.' },
  },
  examples: [{ command: 'jsmop init', what: 'Start in a project' }],
  load: async () => (await import('./commands/init.ts')).init,
}

const doctor: Command = {
  name: 'doctor',
  summary: 'Say what would not be monitored here, and why.',
  usage: '',
  positionals: [0, 0],
  options: { json: { description: 'As JSON.' } },
  examples: [{ command: 'jsmop doctor', what: 'Before the first run, or when a run saw nothing' }],
  load: async () => (await import('./commands/doctor.ts')).doctor,
}

const clean: Command = {
  name: 'clean',
  summary: 'Empty the cache and remove old runs.',
  usage: '',
  positionals: [0, 0],
  options: { all: { description: 'Remove the latest run as well.' } },
  examples: [{ command: 'jsmop clean', what: 'Keep only the latest run' }],
  load: async () => (await import('./commands/clean.ts')).clean,
}

const completion: Command = {
  name: 'completion',
  summary: 'Print the completion script for a shell: bash, zsh or fish.',
  usage: '<shell>',
  positionals: [1, 1],
  options: {},
  examples: [{ command: 'eval "$(jsmop completion bash)"', what: 'In ~/.bashrc' }],
  load: async () => (await import('./commands/completion.ts')).completion,
}

const traces: Command = {
  name: 'traces',
  summary: 'List the unique traces of a run that kept them.',
  usage: '[dir]',
  positionals: [0, 1],
  options: {
    spec: { value: '<id>', description: 'Traces of this spec.' },
    place: { value: '<file[:line]>', description: 'Traces with an event there.' },
    test: { value: '<text>', description: 'Traces of tests whose file or name contains the text.' },
    min: { value: '<n>', description: 'Traces that occurred at least so often.' },
    max: { value: '<n>', description: 'Traces that occurred at most so often.' },
    violating: { negatable: true, description: 'Traces that broke the rule; --no-violating for the others.' },
    partial: { negatable: true, description: 'Traces of objects that bind only some parameters of the spec.' },
    limit: { value: '<n>', description: 'How many to show (20).' },
    reduce: { description: 'Show the tests that together produce all these traces in the least time.' },
    format: { value: '<format>', choices: ['text', 'json'], description: 'How to show it.' },
  },
  examples: [
    { command: 'jsmop traces --spec stream/no-write-after-end', what: 'What happened to streams' },
    { command: 'jsmop traces --max 1', what: 'What happened only once' },
    { command: 'jsmop traces --reduce', what: 'The tests that show everything' },
  ],
  load: async () => (await import('./commands/traces.ts')).traces,
}

const explainViolation: Command = {
  name: 'explain-violation',
  summary: 'Show one violation event by event, against the source.',
  usage: '<n|fingerprint> [dir]',
  positionals: [1, 2],
  options: { context: { value: '<lines>', description: 'Lines around each event (1).' } },
  examples: [{ command: 'jsmop explain-violation 1', what: 'The first violation of the last run' }],
  load: async () => (await import('./commands/explain-violation.ts')).explainOne,
}

const tune: Command = {
  name: 'tune',
  summary: 'Search the best settings of selective monitoring for a project.',
  usage: '[--] <command …>',
  positionals: [1, Infinity],
  passThrough: true,
  options: {
    trials: { value: '<n>', description: 'How many settings to try (100), those of an earlier search included.' },
    objective: {
      value: '<what>',
      choices: ['traces', 'both'],
      description: 'Keep unique traces, or balance them with time.',
    },
    policy: {
      value: '<policy>',
      choices: ['valg', 'paper'],
      description: 'Whose settings: --sample valg, or valg:paper.',
    },
    parallel: { value: '<n>', description: 'Runs of the command at a time (1).' },
    queue: { value: '<redis://…>', description: 'Spread the runs over workers that share this Redis.' },
    seed: { value: '<n>', description: 'Another search (1).' },
    seconds: { value: '<n>', description: 'A run may take so long (3600).' },
    fresh: { description: 'Forget an earlier search.' },
    preset: { value: '<preset>', choices: choices.preset, description: 'Which specs to watch.' },
    spec: { value: '<id>', repeatable: true, description: 'Watch this spec only. Repeatable.' },
    'spec-file': { value: '<file>', repeatable: true, description: 'Watch a spec of your own. Repeatable.' },
    strategy: { value: '<strategy>', choices: choices.strategy, orFile: true, description: 'How events are seen.' },
  },
  examples: [
    { command: 'jsmop tune -- npm test', what: 'Search; an interrupted search goes on' },
    { command: 'jsmop tune --objective both --trials 30 -- npm test', what: 'Traces and time' },
  ],
  load: async () => (await import('./commands/tune.ts')).tune,
}

const study: Command = {
  name: 'study',
  summary: 'Evaluate configurations over many projects and versions.',
  usage: 'run <file> | worker | report <results> | export <results>',
  positionals: [1, 2],
  options: {
    out: { value: '<file|dir>', description: 'Where results (.jsmop/studies/<name>.db) or reports go.' },
    cache: { value: '<dir>', description: 'Where subjects are prepared (~/.cache/jsmop-studies).' },
    only: { value: '<project>', repeatable: true, description: 'Run this project only. Repeatable.' },
    configuration: { value: '<name>', repeatable: true, description: 'Compare only this one. Repeatable.' },
    repetitions: { value: '<n>', description: 'Instead of what the study says.' },
    instructions: { description: 'Count instructions (valgrind) instead of taking times.' },
    parallel: { value: '<n>', description: 'Runs at a time (1); with more, times mean little.' },
    queue: { value: '<redis://…>', description: 'Spread the runs over workers that share this Redis.' },
    format: {
      value: '<format>',
      choices: ['json', 'csv', 'markdown', 'html'],
      description: 'How to export (json) or report (markdown).',
    },
  },
  examples: [
    { command: 'jsmop study run studies/registry.json', what: 'Run it, or go on where it stopped' },
    { command: 'jsmop study worker --queue redis://host:6379', what: 'Another machine for a study with --queue' },
    { command: 'jsmop study report .jsmop/studies/registry.db --out report', what: 'Tables, pictures, tests' },
    { command: 'jsmop study export .jsmop/studies/registry.db --format csv', what: 'All runs as a table' },
  ],
  load: async () => (await import('./commands/study.ts')).study,
}

export const commands: readonly Command[] = [
  run,
  check,
  specs,
  explain,
  synth,
  report,
  merge,
  diff,
  traces,
  explainViolation,
  tune,
  baseline,
  init,
  doctor,
  clean,
  study,
  completion,
]
