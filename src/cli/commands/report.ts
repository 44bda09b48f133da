/** `jsmop report [dir]`: a stored result in any format, on standard output or in a file. */

import path from 'node:path'
import { writeAtomically } from '../../load/write-atomically.ts'
import { applyBaseline } from '../../report/finish-result.ts'
import { isFailing } from '../../report/judge-result.ts'
import type { Format } from '../../report/reporter.ts'
import { reporters } from '../../report/reporters.ts'
import { type CommandFunction, exitCode } from '../command.ts'
import { configure } from '../configuration.ts'
import { readSpecDescriptions, readStoredResult } from '../stored-result.ts'
import { reportContext } from '../write-reports.ts'

export const report: CommandFunction = async ({ positionals, options }, io) => {
  const stored = readStoredResult(positionals[0], io)
  const { values } = await configure(stored.cwd, options)
  const result = applyBaseline(stored.result, { cwd: stored.cwd, baseline: values.baseline })
  const format = (options['format'] as Format | undefined) ?? 'text'
  const earlier = options['compare'] as string | undefined
  const specs = await readSpecDescriptions(stored)
  const context = reportContext(
    {
      ...stored,
      redact: values.redact,
      specs: () => specs,
      ...(earlier === undefined ? {} : { other: { name: earlier, result: readStoredResult(earlier, io).result } }),
    },
    io,
    io.stdout,
  )
  const { file, render } = reporters[format]
  const text = await render(result, context)
  const output = options['output'] as string | undefined
  if (output !== undefined) writeAtomically(path.resolve(io.cwd, output), text)
  else if (file !== undefined && io.stdout.isTTY === true) {
    // Pages and documents are not for terminals: they go beside the result.
    writeAtomically(path.join(stored.folder, file), text)
    io.stdout.write(`${path.join(context.folder, file)}\n`)
  } else io.stdout.write(text)
  return options['fail-on'] !== undefined && isFailing(result, values) ? exitCode.violations : exitCode.ok
}
