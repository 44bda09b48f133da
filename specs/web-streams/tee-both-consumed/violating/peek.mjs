const source = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue('head')
      controller.enqueue('body')
      controller.close()
    },
  })
async function peek(stream) {
  const [head, rest] = stream.tee() // violation
  const reader = head.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return { value, rest }
}
await Promise.race([peek(source()), new Promise((resolve) => setTimeout(resolve, 50))])
