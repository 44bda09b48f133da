/**
 * `node scripts/reproduce.mjs [name …]`: runs the reproductions of `docs/findings/reproductions` against the released
 * packages that their first lines name. As long as its bug is there, a reproduction fails with the text that it says it sees.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../docs/findings/reproductions', import.meta.url))

/**
 * What the first lines of a reproduction say: the packages that it needs, `name@version`, the first of which has the bug;
 * what goes wrong; the text that shows it.
 */
export function readReproduction(name) {
  const head = /^\/\/ npm: (.+)\n\/\/ (.+)\n\/\/ sees: (.+)\n/.exec(
    readFileSync(path.join(folder, `${name}.mjs`), 'utf8'),
  )
  if (head === null) throw new Error(`${name}.mjs must begin with its packages, what goes wrong, and what is seen`)
  return { packages: head[1].split(' '), title: head[2], sees: head[3] }
}

export function listReproductions() {
  return readdirSync(folder).map((file) => path.basename(file, '.mjs'))
}

function reproduce(name) {
  const scratch = mkdtempSync(path.join(tmpdir(), `reproduce-${name}-`))
  try {
    writeFileSync(path.join(scratch, 'package.json'), '{}')
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
    execFileSync('npm', [...install, ...readReproduction(name).packages], {
      cwd: scratch,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    copyFileSync(path.join(folder, `${name}.mjs`), path.join(scratch, 'reproduction.mjs'))
    const options = { cwd: scratch, encoding: 'utf8', timeout: 120_000 }
    return spawnSync(process.execPath, ['reproduction.mjs'], options)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.length > 2 ? process.argv.slice(2) : listReproductions()
  let gone = 0
  for (const name of names) {
    const { packages, title, sees } = readReproduction(name)
    const { status, stdout, stderr } = reproduce(name)
    const seen = status === 1 && stderr.includes(sees)
    if (!seen) gone += 1
    console.log(`${seen ? 'seen' : 'NOT SEEN'}: ${name} (${packages[0]}): ${title}`)
    if (!seen) console.log(`exit code ${status}\n${stdout}${stderr}`)
  }
  console.log(`${names.length - gone} of ${names.length} seen`)
  process.exitCode = gone === 0 ? 0 : 1
}
