const lines = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue('line')
    },
  })
async function firstLine(stream) {
  const reader = stream.getReader() // violation
  const { value } = await reader.read()
  return value
}
await firstLine(lines())
