import { open } from 'node:fs/promises'

async function firstByte(file) {
  const handle = await open(file) // violation
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, 0)
  if (bytesRead === 1) return buffer[0]
  await handle.close()
  return undefined
}

await firstByte(new URL(import.meta.url))
