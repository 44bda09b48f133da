import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import { captureIo } from '../support/capture-io.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'jsmop-explain-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function explain(name: string) {
  const { io, written } = captureIo({ cwd: folder })
  return { code: await run(['explain', name], io), ...written }
}

test('a spec file is explained, with what is doubtful about it', async () => {
  writeFileSync(
    path.join(folder, 'lock.json'),
    `{
  "id": "my/lock",
  "description": "A lock is not taken twice.",
  "severity": "error",
  "doc": "https://example.org/lock",
  "falseAlarms": ["Locks that count."],
  "parameters": { "lock": "object" },
  "events": {
    "take": { "on": { "kind": "call", "target": "./lock.js#Lock.prototype.take" }, "bind": { "lock": "receiver" } },
    "free": { "on": { "kind": "call", "target": "./lock.js#Lock.prototype.free", "when": "before" }, "bind": { "lock": "receiver" } }
  },
  "logic": "fsm",
  "formula": "free [ take -> held ] held [ free -> free take -> twice ] twice [] alias broken = twice",
  "report": { "broken": "{lock} was taken twice" }
}`,
  )
  expect(await explain('lock.json')).toEqual({
    code: 0,
    stderr: `warning: the trace \`take take take\` meets a missing transition, which means \`fail\`, and nothing reports that [unreported-fail]
lock.json:13:14
  13 |   "formula": "free [ take -> held ] held [ free -> free take -> twice ] twice [] alias broken = twice",
     |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: Report \`fail\`, or write the transition out: \`default <state>\` inside a state catches all other events.
`,
    stdout: `my/lock (error)
A lock is not taken twice.
https://example.org/lock

events
  take(lock)  creates  call ./lock.js#Lock.prototype.take, after it returned
  free(lock)           call ./lock.js#Lock.prototype.free, before

formula (fsm)
  free [ take -> held ] held [ free -> free take -> twice ] twice [] alias broken = twice

monitor
    state  verdict  take   free
  > free   ?        held   -
    held   ?        twice  free
    twice  broken   -      -

reports
  broken: {lock} was taken twice

known false alarms
  Locks that count.
`,
  })
})

test('a mistake in a spec file is shown where it stands', async () => {
  writeFileSync(path.join(folder, 'wrong.json'), '{ "id": "my/wrong", "severity": "fatal" }')
  const { code, stdout, stderr } = await explain('wrong.json')
  expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
  expect(stderr.split('\n').slice(0, 4).join('\n')).toBe(`error: the spec has no \`description\` [missing-field]
wrong.json:1:1
  1 | { "id": "my/wrong", "severity": "fatal" }
    | ^`)
})

test('a name that is no id and no file is told so', async () => {
  expect((await explain('my-spec.json')).stderr.split('\n')[0]).toMatch(/^error: my-spec.json cannot be read: ENOENT/)
  expect((await explain('array/no-shift-during-iterations')).stderr).toBe(
    `error: there is no spec "array/no-shift-during-iterations" [unknown-spec]
help: Did you mean array/no-shift-during-iteration? \`jsmop specs\` lists them all.
`,
  )
})
