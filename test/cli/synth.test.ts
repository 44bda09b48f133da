import { expect, test } from 'vitest'
import { run } from '#src/cli/run-command-line.ts'
import { captureIo } from '../support/capture-io.ts'

async function synth(...args: string[]): Promise<string> {
  const { io, written } = captureIo({})
  const code = await run(['synth', ...args], io)
  return `${written.stdout}${written.stderr}exit ${code}`
}

test('long lists of event sets are cut in the table, and whole in JSON', async () => {
  const property = ['--logic', 'ere', '--events', 'a,b,c,d,e', '--formula', '(a | b | c | d | e)* a']
  expect((await synth(...property, '--categories', 'match')).split('\n').slice(6, 9)).toEqual([
    'enable match',
    '  a  {} {a} {b} {c} {d} {e} {a, b} {a, c} {a, d} {a, e} {b, c} {b, d} {b, e} {c, d} {c, e} {d, e} … and 16 more',
    '  b  {} {a} {b} {c} {d} {e} {a, b} {a, c} {a, d} {a, e} {b, c} {b, d} {b, e} {c, d} {c, e} {d, e} … and 16 more',
  ])
  const json = (await synth(...property, '--format', 'json')).slice(0, -'exit 0'.length)
  expect((JSON.parse(json) as { enable: { match: { a: unknown[] } } }).enable.match.a).toHaveLength(32)
})

test('event sets that are too many leave the rest of the table, and the limit can be raised', async () => {
  const property = ['--logic', 'ere', '--events', 'a,b', '--formula', 'a b', '--categories', 'match']
  expect(await synth(...property, '--max-event-sets', '1')).toBe(`ere  a b

  state  verdict  a   b
> s0     ?        s1  -
  s1     ?        -   s2
  s2     match    -   -

enable match
  too many to list; --max-event-sets <n> raises the limit

coenable match
  too many to list; --max-event-sets <n> raises the limit
exit 0`)
  expect(await synth(...property, '--max-event-sets', '9')).toContain('\nenable match\n  a  {}\n  b  {a}\n')
})
