/** From arguments to exit code, with the outside world passed in. `main.ts` calls it once; tests call it many times. */

import { renderError } from '../diagnostics/render-error.ts'
import { UserError } from '../diagnostics/user-error.ts'
import { exitCode } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, overview } from './help.ts'
import type { Io } from './io.ts'
import { parseCommandLine } from './parse-command-line.ts'
import { version } from './version.ts'

export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
      io.stdout.write(overview(commands, version()))
      return exitCode.ok
    }
    if (args[0] === '--version' || args[0] === '-v') {
      io.stdout.write(`${version()}\n`)
      return exitCode.ok
    }
    const line = parseCommandLine(args, commands, commands[0]!)
    if (line.help) {
      io.stdout.write(commandHelp(line.command))
      return exitCode.ok
    }
    const command = await line.command.load()
    return await command(line, io)
  } catch (error) {
    if (error instanceof UserError) {
      io.stderr.write(`${renderError(error)}\n`)
      return exitCode.usage
    }
    io.stderr.write(
      `This is a fault of JSMOP's, not of your project: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    return exitCode.fault
  }
}
