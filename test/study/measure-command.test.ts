import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MeasuredCommand, measureCommand } from '#src/study/measure-command.ts'
import { readProcesses } from '#src/study/process-table.ts'

let scratch: string
beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'jsmop-measure-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const node = `'${process.execPath}'`

function measure(command: string, limits = { seconds: 30, megabytes: 2000 }): Promise<MeasuredCommand> {
  return measureCommand(command, { cwd: scratch, env: process.env, limits, scratch })
}

/** Keeps a processor busy for so many milliseconds of its own time. */
const burn = (ms: number) =>
  `for (let used = 0; used < ${ms}; ) { for (let i = 0; i < 1e6; i++); const u = process.cpuUsage(); used = (u.user + u.system) / 1000 }`

test('gives the exit code of the command, also after a signal', async () => {
  expect((await measure('exit 7')).exitCode).toBe(7)
  expect((await measure('kill -TERM $BASHPID')).exitCode).toBe(128 + 15)
})

test('counts the CPU time of children and grandchildren, not the time spent waiting', async () => {
  const program = path.join(scratch, 'burn.cjs')
  const child = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn(400))}])`
  writeFileSync(program, `${child}\n${burn(300)}`)
  const { cpuMs, wallMs } = await measure(`${node} burn.cjs; sleep 0.3`)
  expect(cpuMs).toBeGreaterThan(650)
  expect(cpuMs).toBeLessThan(3000)
  expect(wallMs).toBeGreaterThan(300)
})

describe.runIf(process.platform === 'linux')('on Linux', () => {
  test('sees the peak of memory of the tree', async () => {
    const { peakBytes } = await measure(
      `${node} -e "const b = Buffer.alloc(200e6, 1); setTimeout(() => b.length, 400)"`,
    )
    expect(peakBytes).toBeGreaterThan(200e6)
    expect(peakBytes).toBeLessThan(500e6)
  })

  test('ends the whole tree at a limit of time', async () => {
    const pids = path.join(scratch, 'pids')
    const { stopped, wallMs } = await measure(`sleep 61 & echo $! >'${pids}'; setsid sleep 62 & wait`, {
      seconds: 1,
      megabytes: 1000,
    })
    expect(stopped).toBe('time limit')
    expect(wallMs).toBeLessThan(5000)
    const pid = Number(readFileSync(pids, 'utf8'))
    expect(readProcesses().filter((entry) => entry.pid === pid)).toEqual([])
  })

  test('ends the tree at a limit of memory', async () => {
    const { stopped } = await measure(
      `${node} -e "const keep = []; setInterval(() => keep.push(Buffer.alloc(20e6, 1)), 20)"`,
      { seconds: 20, megabytes: 300 },
    )
    expect(stopped).toBe('memory limit')
  })

  test('leaves no process behind that the command left behind', async () => {
    // A number that no other command line of the machine has.
    const delay = 60_000_000 + process.pid
    const { cpuMs } = await measure(`setsid ${node} -e "${burn(200)} setTimeout(() => {}, ${delay})" & sleep 1`)
    expect(cpuMs).toBeGreaterThan(190)
    const left = readProcesses().filter(({ pid }) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(String(delay))
      } catch {
        return false
      }
    })
    expect(left).toEqual([])
  })
})
