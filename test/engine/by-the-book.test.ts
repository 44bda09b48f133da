import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../support/property.ts'
import { runAlgorithmDByTheBook } from './algorithm-d-by-the-book.ts'
import { consultOracle } from './oracle.ts'
import { randomCase } from './random-specs.ts'
import { parseTrace, sortReports } from './trace-text.ts'

test('algorithm D as printed reports what the definition says', () => {
  let reports = 0
  fc.assert(
    fc.property(randomCase(), ({ text, spec, trace }) => {
      const lines = parseTrace(text, trace)
      const expected = consultOracle(spec, lines).reports
      expect(sortReports(runAlgorithmDByTheBook(spec, lines))).toEqual(sortReports(expected))
      reports += expected.length
    }),
    runs(800),
  )
  expect(reports).toBeGreaterThan(800)
})
