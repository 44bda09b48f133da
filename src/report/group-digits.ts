/** Counts as reports write them: `12,345`. Node's own formatting loads its tables for it, which takes 12 ms of CPU. */

export function groupDigits(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
