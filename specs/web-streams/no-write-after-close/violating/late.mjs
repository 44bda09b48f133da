const log = () => new WritableStream({ write() {} }).getWriter()
const writer = log()
await writer.write('first')
await writer.close()
try {
  await writer.write('last') // violation
} catch {}
const twice = log()
await twice.close()
await twice.close().catch(() => {}) // violation
const aborted = log()
await aborted.abort()
aborted.closed.catch(() => {})
await aborted.write('more').catch(() => {}) // violation
