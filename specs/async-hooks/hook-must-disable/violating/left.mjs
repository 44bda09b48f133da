import { createHook } from 'node:async_hooks'

const hook = createHook({ init() {} }) // violation
hook.enable()
