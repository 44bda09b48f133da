/**
 * The outside world as commands see it: passed in, so that tests run commands in-process and read what they wrote. The
 * types of the library reach this file, so it names no types of Node's, which a project need not have.
 */

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Input {
  setEncoding(encoding: 'utf8'): AsyncIterable<string>
}

export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: Input
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}
