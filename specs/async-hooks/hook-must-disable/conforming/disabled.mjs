import { createHook } from 'node:async_hooks'

const hook = createHook({ init() {} })
hook.enable()
hook.disable()
