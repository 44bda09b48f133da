import { open } from 'node:fs/promises'
import { finished } from 'node:stream/promises'

const file = new URL(import.meta.url)

async function size() {
  const handle = await open(file)
  try {
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

await size()
const handle = await open(file)
await finished(handle.createReadStream().resume())
await open('/does/not/exist').catch(() => {})
