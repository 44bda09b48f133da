/** Decision diagrams against truth tables: equal functions are equal numbers, whatever way they were made. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Diagrams, FALSE, TRUE } from '#src/logic/ltl/decision-diagram.ts'
import type { Diagram } from '#src/logic/ltl/decision-diagram.ts'
import { runs } from '../support/property.ts'

const variables = 4
const rows = Array.from({ length: 2 ** variables }, (_, row) => row)
const unlimited = () => new Diagrams(10_000, () => new Error('limit'))

/** A truth table: bit r is the value in row r, where variable v is bit v of r. */
type Table = number

const tables: fc.Arbitrary<Table> = fc.nat({ max: 2 ** rows.length - 1 })
const valueIn = (table: Table, row: number) => ((table >> row) & 1) === 1

/** The disjunction of the rows, built in the order given. */
function build(diagrams: Diagrams, table: Table, order: readonly number[]): Diagram {
  return order
    .filter((row) => valueIn(table, row))
    .map((row) => {
      const literals = Array.from({ length: variables }, (_, v) =>
        (row >> v) % 2 === 1 ? diagrams.variable(v) : diagrams.not(diagrams.variable(v)),
      )
      return literals.reduce((a, b) => diagrams.and(a, b), TRUE)
    })
    .reduce((a, b) => diagrams.or(a, b), FALSE)
}

test('a function is one number, however it was made', () => {
  fc.assert(
    fc.property(tables, tables, fc.shuffledSubarray(rows, { minLength: rows.length }), (f, g, order) => {
      const diagrams = unlimited()
      const [F, G] = [build(diagrams, f, rows), build(diagrams, g, order)]
      const all = 2 ** rows.length - 1
      expect(F === G).toBe(f === g)
      expect(build(diagrams, f, order)).toBe(F)
      expect(diagrams.not(F)).toBe(build(diagrams, all & ~f, rows))
      expect(diagrams.and(F, G)).toBe(build(diagrams, f & g, rows))
      expect(diagrams.or(F, G)).toBe(build(diagrams, f | g, rows))
    }),
    runs(500),
  )
})

test('substitution replaces all variables at once', () => {
  fc.assert(
    fc.property(tables, fc.array(tables, { minLength: variables, maxLength: variables }), (f, replacements) => {
      const diagrams = unlimited()
      const images = replacements.map((table) => build(diagrams, table, rows))
      const expected = rows.reduce((table, row) => {
        const image = replacements.reduce((bits, g, v) => bits | (valueIn(g, row) ? 1 << v : 0), 0)
        return valueIn(f, image) ? table | (1 << row) : table
      }, 0)
      const substituted = diagrams.substitute(build(diagrams, f, rows), (v) => images[v]!, new Map())
      expect(substituted).toBe(build(diagrams, expected, rows))
    }),
    runs(500),
  )
})

test('cubes are disjoint and make up the function', () => {
  fc.assert(
    fc.property(tables, (f) => {
      const diagrams = unlimited()
      const cubes = [...diagrams.cubes(build(diagrams, f, rows))]
      const contains = (cube: readonly number[], row: number) =>
        cube.every((literal) => (literal < 0 ? ((row >> ~literal) & 1) === 0 : ((row >> literal) & 1) === 1))
      for (const row of rows) {
        expect(cubes.filter((cube) => contains(cube, row)).length).toBe(valueIn(f, row) ? 1 : 0)
      }
    }),
    runs(500),
  )
})

test('the limit of nodes throws what it was given', () => {
  const diagrams = new Diagrams(4, () => new Error('too many'))
  diagrams.variable(0)
  diagrams.variable(1)
  expect(() => diagrams.variable(2)).toThrow(new Error('too many'))
})
