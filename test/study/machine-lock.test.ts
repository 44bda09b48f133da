import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LocalPool } from '#src/study/local-pool.ts'
import { withMachine } from '#src/study/machine-lock.ts'

test('one at a time has the machine, and it is free again after a failure', async () => {
  const name = `jsmop-test-${process.pid}`
  let inside = 0
  let most = 0
  const work = async (): Promise<void> => {
    inside += 1
    most = Math.max(most, inside)
    await sleep(20)
    inside -= 1
    throw new Error('failed')
  }
  const ended = await Promise.allSettled([1, 2, 3].map(() => withMachine(work, name)))
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(most).toBe(1)
  expect(await withMachine(() => Promise.resolve('free'), name)).toBe('free')
})

test.runIf(process.platform === 'linux')('a holder that is killed has lost the machine', async () => {
  const name = `jsmop-test-killed-${process.pid}`
  const program = `require('node:net').createServer().listen('\\0${name}', () => console.log('held'))`
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  let had = false
  const waiting = withMachine(() => Promise.resolve((had = true)), name)
  await sleep(400)
  expect(had).toBe(false)
  holder.kill('SIGKILL')
  expect(await waiting).toBe(true)
})

test('a local pool works off tasks in order, so many at a time, and hears every report', async () => {
  const begun: number[] = []
  const heard: number[] = []
  let running = 0
  let most = 0
  const pool = new LocalPool<number, number>(async (task, report) => {
    begun.push(task)
    running += 1
    most = Math.max(most, running)
    await sleep(5)
    await report(task * 10, task)
    running -= 1
    if (task === 3) throw new Error('three')
  }, 2)
  const ended = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((task) =>
      pool.submit(
        String(task),
        () => task,
        (report) => heard.push(report),
      ),
    ),
  )
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(heard.sort((a, b) => a - b)).toEqual([10, 20, 30, 40, 50])
  expect(most).toBe(2)
  expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})
