const stream = new ReadableStream({
  pull(controller) {
    controller.enqueue(1)
  },
})
const reader = stream.getReader()
const first = await reader.read()
reader.releaseLock()
const second = await reader.read().catch(() => ({ value: 0 })) // violation
console.log(first.value + second.value)
const writer = new WritableStream().getWriter()
writer.closed.catch(() => {})
writer.releaseLock()
await writer.write('late').catch(() => {}) // violation
