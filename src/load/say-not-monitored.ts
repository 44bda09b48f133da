/** Says that a process runs unmonitored, past streams that the program may have replaced. */
export function sayNotMonitored(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const { _rawDebug } = process as unknown as { _rawDebug(text: string): void }
  _rawDebug(`jsmop: this process is not monitored: ${text}`)
}
