import { Readable } from 'node:stream'

const source = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue('body')
      controller.close()
    },
  })
const [left, right] = source().tee()
for await (const chunk of left) chunk.length
await right.cancel()
const [first, second] = source().tee()
await new Response(first.pipeThrough(new TextEncoderStream())).text()
for await (const chunk of Readable.fromWeb(second)) chunk.length
const [third, fourth] = source().tee()
new Response(third)
new Response(fourth)
