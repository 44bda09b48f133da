import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'

function writeReport(lines) {
  const out = createWriteStream('/dev/null')
  for (const line of lines) out.write(`${line}\n`)
  out.end()
}
writeReport(['a', 'b'])
Readable.from(['c']).pipe(createWriteStream('/dev/null'))
createWriteStream('/does/not/exist').on('error', () => {})
