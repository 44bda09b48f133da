import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { AuditLog } from '../src/audit-log.js'
import { PriceFeed } from '../src/price-feed.js'
import { Sessions } from '../src/sessions.js'

test('expired sessions are removed', () => {
  const sessions = new Sessions()
  sessions.add('ann', 10)
  sessions.add('bob', 20)
  sessions.add('cid', 99)
  sessions.expire(50)
  assert.ok(!sessions.users.includes('ann'))
  assert.ok(sessions.users.includes('cid'))
})

test('orders are written to the audit log', () => {
  const log = new AuditLog()
  log.record('order 1')
  log.close()
})

test('a stopped price feed keeps its last price', () => {
  const source = new EventEmitter()
  const feed = new PriceFeed(source)
  source.emit('price', 42)
  feed.stop()
  assert.equal(feed.last, 42)
})
