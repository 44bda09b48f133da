/**
 * Where a site stands in a small table. The sites of a file are neighbours, and those of each file begin at a round number:
 * the lower bits alone would put the first sites of all files at the same few entries. Hot.
 */

import type { Site } from './monitoring.ts'

/** Taken before the program could replace it. */
const { imul } = Math

/** An index into a table of two to the power of `bits` entries. */
export function spreadSite(site: Site, bits: number): number {
  return imul(site, 0x9e3779b1) >>> (32 - bits)
}
