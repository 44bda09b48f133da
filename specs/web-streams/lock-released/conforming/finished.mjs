const lines = (count) =>
  new ReadableStream({
    pull(controller) {
      if ((count -= 1) < 0) controller.close()
      else controller.enqueue('line')
    },
  })
async function firstLine(stream) {
  const reader = stream.getReader()
  try {
    return (await reader.read()).value
  } finally {
    reader.releaseLock()
  }
}
await firstLine(lines(3))
const whole = lines(2).getReader()
while (!(await whole.read()).done);
const cancelled = lines(2).getReader()
await cancelled.cancel()
const broken = new ReadableStream({
  pull() {
    throw new Error('gone')
  },
}).getReader()
await broken.read().catch(() => {})
for await (const line of lines(2)) line.length
