import { AsyncResource } from 'node:async_hooks'

const task = new AsyncResource('Task')
task.runInAsyncScope(() => {})
task.emitDestroy()
