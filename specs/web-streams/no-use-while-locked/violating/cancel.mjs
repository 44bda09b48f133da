const numbers = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(1)
    },
  })
const stream = numbers()
const reader = stream.getReader()
await reader.read()
await stream.cancel().catch(() => {}) // violation
try {
  stream.tee() // violation
} catch {}
await reader.cancel()
