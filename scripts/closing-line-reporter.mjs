/** Ends a test run with one plain line, `N passed, N failed, N skipped`, that any CI can read; fails a run without tests. */
export default class ClosingLineReporter {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) for (const test of module.children.allTests()) counts[test.result().state] += 1
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
    )
    process.stdout.write(
      `\n${counts.passed} passed, ${counts.failed + broken.length} failed, ${counts.skipped + counts.pending} skipped\n`,
    )
    if (counts.passed === 0) process.exitCode = 1
  }
}
