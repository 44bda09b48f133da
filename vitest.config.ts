import { defineConfig } from 'vitest/config'

/**
 * Tests import rooms as `#src/<room>/<file>.ts`. By default that resolves to the built package in `dist`, which is what
 * ships; with JSMOP_TEST_SOURCE set it resolves to the TypeScript sources, for quick work without a build.
 */
const fromSource = process.env['JSMOP_TEST_SOURCE'] !== undefined
const conditions = fromSource ? ['jsmop-source'] : []

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/fixtures/**', '**/node_modules/**'],
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    execArgv: ['--expose-gc'],
    maxWorkers: 2,
  },
})
