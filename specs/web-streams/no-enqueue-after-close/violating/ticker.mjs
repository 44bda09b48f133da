const ticks = new ReadableStream({
  start(controller) {
    const timer = setInterval(() => {
      try {
        controller.enqueue('tick') // violation
      } catch {
        clearInterval(timer)
      }
    }, 1)
    setTimeout(() => controller.close(), 10)
  },
})
for await (const tick of ticks) tick.length
await new Promise((resolve) => setTimeout(resolve, 30))
