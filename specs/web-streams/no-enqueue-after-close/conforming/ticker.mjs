const ticks = new ReadableStream({
  start(controller) {
    const timer = setInterval(() => controller.enqueue('tick'), 1)
    setTimeout(() => {
      clearInterval(timer)
      controller.close()
    }, 10)
  },
})
for await (const tick of ticks) tick.length
const upper = new TransformStream({
  transform(chunk, controller) {
    controller.enqueue(chunk.toUpperCase())
    controller.terminate()
  },
})
await Array.fromAsync?.(new Blob(['a']).stream().pipeThrough(new TextDecoderStream()).pipeThrough(upper))
await new Promise((resolve) => setTimeout(resolve, 10))
