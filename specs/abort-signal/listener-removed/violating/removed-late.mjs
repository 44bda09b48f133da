const shutdown = new AbortController()
const listeners = Array.from({ length: 30 }, () => () => {})
for (const listener of listeners) shutdown.signal.addEventListener('abort', listener) // violation
for (const listener of listeners) shutdown.signal.removeEventListener('abort', listener)
