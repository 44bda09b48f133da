import { AsyncResource } from 'node:async_hooks'

const task = new AsyncResource('Task')
task.emitDestroy()
try {
  task.emitDestroy() // violation
} catch {}
