const stream = new ReadableStream({
  pull(controller) {
    controller.enqueue(1)
  },
})
const reader = stream.getReader()
await reader.read()
reader.releaseLock()
const again = stream.getReader()
await again.read()
await again.cancel()
again.releaseLock()
again.releaseLock()
const writer = new WritableStream().getWriter()
await writer.write('in time')
await writer.close()
writer.releaseLock()
