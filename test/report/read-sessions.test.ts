/** Ends of sessions: the last one counts, and one that was written in case of force is an end only if nothing followed. */

import { expect, test } from 'vitest'
import { readSession, type SessionRecords } from '#src/report/read-sessions.ts'

const header = { schema: 1, session: '1-0-a', pid: 1 }
const endWith = (events: number) => ({
  end: { stats: { s: { events, monitors: 0, collected: 0 } }, sites: { right: 0, stale: 0, none: 0 } },
})
const selectionOf = (site: number, created: number) => ({ selection: { spec: 's', site, created } })

function read(...records: readonly object[]): SessionRecords {
  return readSession([header, ...records].map((record) => JSON.stringify(record)).join('\n'))!
}

test('a process that was killed before any end is not over', () => {
  expect(read()).toMatchObject({ isOver: false, end: undefined })
})

test('a process that was killed after an end that it wrote in case of that is over', () => {
  expect(read(endWith(3))).toMatchObject({ isOver: true, end: endWith(3).end })
})

test('a process that went on and was killed is not over, and has what it knew', () => {
  expect(read(endWith(3), { on: true })).toMatchObject({ isOver: false, end: endWith(3).end })
})

test('the last end stands for those before it', () => {
  const session = read(selectionOf(1, 2), endWith(3), { on: true }, selectionOf(1, 5), selectionOf(2, 1), endWith(9))
  expect(session).toMatchObject({ isOver: true, end: endWith(9).end })
  expect(session.selections).toMatchObject([
    { site: 1, created: 5 },
    { site: 2, created: 1 },
  ])
})

test('a process has begun when code of the program ran in it', () => {
  expect(read().hasBegun).toBe(false)
  expect(read({ begun: true }).hasBegun).toBe(true)
})
