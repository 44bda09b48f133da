/** Formats that other programs read. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainViolation } from '#src/report/explain-violation.ts'
import { renderBadge } from '#src/report/render-badge.ts'
import { renderGithub } from '#src/report/render-github.ts'
import { renderJson } from '#src/report/render-json.ts'
import { renderJunit } from '#src/report/render-junit.ts'
import { renderSarif } from '#src/report/render-sarif.ts'
import { renderText } from '#src/report/render-text.ts'
import type { Result } from '#src/report/result.ts'
import { runs } from '../support/property.ts'
import { context, ignored, result, violation } from './sample-results.ts'

const full = result({
  violations: [
    violation({ new: false, fingerprint: 'known', line: 7 }),
    violation({
      new: true,
      fingerprint: 'fresh',
      severity: 'warning',
      message: 'a "quoted" <message> & 100%\nover two lines',
      file: 'src/odd name, with: signs.js',
      tests: [{ runner: 'vitest', file: 'test/a.test.ts', path: ['log', 'writes'] }],
      package: 'left-pad@1.3.0',
    }),
  ],
  ignored: [ignored()],
  notMonitored: [{ what: 'a child', why: 'it was killed' }],
})

test('json is the result', () => {
  expect(JSON.parse(renderJson(full))).toEqual(full)
})

test.each([
  [full, '1 error', 'red'],
  [
    result({ violations: [violation({ severity: 'warning' }), violation({ severity: 'warning' })] }),
    '2 warnings',
    'yellow',
  ],
  [result({ violations: [] }), 'no violations', 'brightgreen'],
  [result({ violations: [], processes: { monitored: 0, skipped: 0, escaped: 0 } }), 'not monitored', 'lightgrey'],
])('a badge says the worst in a few words', (shown, message, color) => {
  expect(JSON.parse(renderBadge(shown))).toEqual({ schemaVersion: 1, label: 'jsmop', message, color })
})

test('github annotates what is new, the most important first, on the lines of the repository', () => {
  expect(`\n${renderGithub(full, context({ repositoryPath: 'packages/a/' }))}`).toMatchInlineSnapshot(`
    "
    ::warning file=packages/a/src/odd name%2C with%3A signs.js,line=3,col=18,title=stream/no-write-after-end::a "quoted" <message> & 100%25%0Aover two lines%0ABefore it: end at src/audit-log.js:7.%0Ahttps://nodejs.org/api/stream.html
    "
  `)
})

/** Nothing of the program was on the stack: Node rejects a promise by itself. */
const nowhere = { file: '', line: 0, column: 0, function: null }
const placeless = result({
  violations: [
    violation({ ...nowhere, fingerprint: 'a', trace: [{ event: 'end', ...nowhere }] }),
    violation({ ...nowhere, fingerprint: 'b', spec: 'promise/no-floating-rejection', trace: [] }),
  ],
})

test('what has no line is written without one', () => {
  const text = renderText(placeless, context())
  expect(text).toContain('\n  at no line of the program\n')
  expect(text).not.toContain('also broken on this line')
  const github = renderGithub(placeless, context())
  expect(github).toMatch(/^::error title=/)
  const junit = renderJunit(placeless)
  expect(junit).toContain('name="no line of the program"')
  const explained = explainViolation(placeless.violations[0]!, {
    spec: undefined,
    sourceLines: () => undefined,
    context: 1,
    traced: false,
  })
  for (const written of [text, github, junit, explained]) expect(written).not.toContain(':0')
})

test('junit has a suite for each spec, and skips what is known or ignored', () => {
  expect(`\n${renderJunit(full)}`).toMatchInlineSnapshot(`
    "
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="jsmop" tests="4" failures="1" skipped="2" errors="0" time="0">
      <testsuite name="map/no-growth-during-iteration" tests="1" failures="0" skipped="0" errors="0" time="0">
        <testcase classname="map/no-growth-during-iteration" name="no violations" time="0"/>
      </testsuite>
      <testsuite name="stream/no-write-after-end" tests="3" failures="1" skipped="2" errors="0" time="0">
        <testcase classname="stream/no-write-after-end" name="src/odd name, with: signs.js:3:18" file="src/odd name, with: signs.js" line="3" time="0">
          <failure type="warning" message="a &quot;quoted&quot; &lt;message&gt; &amp; 100%&#10;over two lines">warning: a "quoted" &lt;message&gt; &amp; 100%
    over two lines
    at src/odd name, with: signs.js:3:18
      end at src/audit-log.js:7:18
      write at src/audit-log.js:3:18
    test: test/a.test.ts &gt; log &gt; writes
    https://nodejs.org/api/stream.html</failure>
        </testcase>
        <testcase classname="stream/no-write-after-end" name="src/audit-log.js:7:18" file="src/audit-log.js" line="7" time="0">
          <skipped message="in the baseline"/>
        </testcase>
        <testcase classname="stream/no-write-after-end" name="src/audit-log.js:3:18" file="src/audit-log.js" line="3" time="0">
          <skipped message="ignored at src/audit-log.js:2: the reader is gone"/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `)
})

describe('sarif', () => {
  const schema = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('schemastore/schemas/json/sarif-2.1.0.json'), 'utf8'),
  ) as object
  // The published schema has a pattern that only the older rules for regular expressions accept.
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)

  function sarif(shown: Result, details = {}) {
    const log = JSON.parse(renderSarif(shown, context(details)))
    expect(validate(log) ? [] : validate.errors).toEqual([])
    return log.runs[0]
  }

  test('shows rules with help and levels', () => {
    expect(sarif(full).tool.driver.rules).toEqual([
      { id: 'map/no-growth-during-iteration' },
      {
        id: 'stream/no-write-after-end',
        name: 'stream/no-write-after-end',
        shortDescription: { text: 'A stream is not written to after it was ended.' },
        fullDescription: { text: 'A stream is not written to after it was ended.' },
        helpUri: 'https://nodejs.org/api/stream.html',
        help: {
          text: 'A stream is not written to after it was ended.\nDocumentation: https://nodejs.org/api/stream.html\nKnown false alarms:\n- A subclass that allows it.',
          markdown:
            'A stream is not written to after it was ended.\n\n[Documentation](https://nodejs.org/api/stream.html)\n\nKnown false alarms:\n- A subclass that allows it.',
        },
        defaultConfiguration: { level: 'error' },
        properties: { tags: ['runtime-verification', 'stream'], logic: 'ere', formula: 'end write' },
      },
    ])
  })

  test('shows traces as code flows, baseline and comments as suppressions', () => {
    const { results, invocations } = sarif(full, { repositoryPath: 'packages/a/' })
    expect(results.map((found: any) => [found.level, found.baselineState, found.suppressions])).toEqual([
      ['warning', 'new', undefined],
      ['error', 'unchanged', [{ kind: 'external', justification: 'in the baseline', status: 'accepted' }]],
      ['error', undefined, [{ kind: 'inSource', justification: 'the reader is gone', status: 'accepted' }]],
    ])
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'packages/a/src/odd%20name%2C%20with%3A%20signs.js', uriBaseId: 'SRCROOT' },
      region: { startLine: 3, startColumn: 18 },
    })
    expect(results[0].partialFingerprints).toEqual({ 'jsmop/v1': 'fresh' })
    const flow = results[1].codeFlows[0].threadFlows[0].locations
    expect(
      flow.map((step: any) => [
        step.executionOrder,
        step.location.message.text,
        step.location.physicalLocation.region.startLine,
      ]),
    ).toEqual([
      [1, 'end', 7],
      [2, 'write: a stream was written to after it was ended', 3],
    ])
    expect(invocations[0].toolExecutionNotifications).toEqual([
      { level: 'note', message: { text: 'Not monitored: a child (it was killed).' } },
    ])
  })

  test('is valid whatever names, messages and places are', () => {
    const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\uD800'))
    const anyViolation = fc.record({
      message: anyText,
      file: anyText,
      line: fc.nat(5),
      column: fc.nat(5),
      severity: fc.constantFrom('error' as const, 'warning' as const, 'suggestion' as const),
      new: fc.constantFrom(null, true, false),
      function: fc.option(anyText),
      package: fc.option(anyText),
      trace: fc.array(fc.record({ event: anyText, file: anyText, line: fc.nat(5), column: fc.nat(5) }), {
        maxLength: 4,
      }),
    })
    fc.assert(
      fc.property(fc.array(anyViolation, { maxLength: 4 }), (found) => {
        const violations = found.map((details) => violation(details))
        sarif(result({ violations }))
        const xml = renderJunit(result({ violations }))
        // oxlint-disable-next-line no-control-regex
        expect(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/.exec(xml)).toBe(null)
        expect(renderGithub(result({ violations }), context()).split('\n').length - 1).toBe(
          violations.filter((one) => one.new !== false).length,
        )
      }),
      runs(300),
    )
  })
})
