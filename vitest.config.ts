import { defineConfig } from 'vitest/config'

/**
 * Tests import rooms as `#src/<room>/<file>.ts`. By default that resolves to the built package in `dist`, which is what
 * ships; with JSMOP_TEST_SOURCE set it resolves to the TypeScript sources, for quick work without a build.
 */
const fromSource = process.env['JSMOP_TEST_SOURCE'] !== undefined
const conditions = fromSource ? ['jsmop-source'] : []

/** Documents import the package by its name; from a clone that is this very package. */
const alias = { jsmop: new URL(fromSource ? './src/index.ts' : './dist/src/index.js', import.meta.url).pathname }

export default defineConfig({
  resolve: { conditions, alias },
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
