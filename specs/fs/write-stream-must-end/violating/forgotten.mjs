import { createWriteStream } from 'node:fs'

function writeReport(lines) {
  const out = createWriteStream('/dev/null') // violation
  for (const line of lines) out.write(`${line}\n`)
}
writeReport(['a', 'b'])
