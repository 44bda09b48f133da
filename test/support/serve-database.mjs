/**
 * Keeps one database server running in a folder of its own as long as standard input is open, so that none outlives the
 * process that wanted it: `node serve-database.mjs <postgres|redis> <binary> <folder>`. Prints a line when it is ready.
 * Servers listen on a socket in the folder and on no port.
 */

import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** A server that takes longer to answer does not come up. */
const patience = 30_000

const [kind, binary, folder] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
// PostgreSQL refuses to run as root.
const owner = kind === 'postgres' && process.getuid() === 0 ? ownerOf('nobody') : {}
if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)

const server = kind === 'postgres' ? startPostgres() : startRedis()
server.on('exit', (code) => stop(code ?? 1))
process.stdin.on('end', () => stop(0)).resume()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0))
await answer(kind === 'postgres' ? path.join(folder, '.s.PGSQL.5432') : path.join(folder, 'redis.sock'))
console.log('ready')

function ownerOf(name) {
  const id = (option) => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

function startPostgres() {
  const data = path.join(folder, 'data')
  const made = spawnSync(path.join(path.dirname(binary), 'initdb'), ['-D', data, '-U', 'jsmop', '-A', 'trust', '-N'], {
    encoding: 'utf8',
    cwd: folder,
    ...owner,
  })
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}\n${made.stderr}`)
  const settings = ['listen_addresses=', 'fsync=off', 'max_connections=50']
  const options = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
  return spawn(binary, options, { stdio: 'ignore', cwd: folder, ...owner })
}

function startRedis() {
  const options = ['--port', '0', '--unixsocket', path.join(folder, 'redis.sock'), '--save', '', '--dir', folder]
  return spawn(binary, options, { stdio: 'ignore', cwd: folder })
}

async function answer(socket) {
  const started = Date.now()
  while (!existsSync(socket)) {
    if (Date.now() - started > patience) throw new Error(`${kind} did not come up`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function stop(code) {
  server.removeAllListeners('exit')
  const end = () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  }
  if (server.exitCode !== null || server.signalCode !== null) return end()
  server.on('exit', end)
  // PostgreSQL waits for its clients at SIGTERM.
  server.kill('SIGINT')
}
