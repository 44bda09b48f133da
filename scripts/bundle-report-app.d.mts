export function bundleReportApp(): Promise<{ readonly script: string; readonly style: string }>
