const numbers = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(1)
    },
  })
const stream = numbers()
const reader = stream.getReader()
await reader.read()
reader.releaseLock()
await stream.cancel()
const other = numbers()
const first = other.getReader()
await first.read()
first.releaseLock()
const second = other.getReader()
await second.cancel()
second.releaseLock()
await numbers().cancel()
