/**
 * How a process learns that it is monitored: two environment variables, `NODE_OPTIONS` with our preload and the place of
 * the run, and a folder with a `node` of ours first on the PATH for scripts that overwrite `NODE_OPTIONS`. The command
 * line sets them; the preload takes them out of `process.env` again, so that the program does not see them, and
 * `propagate.ts` puts them back for each child. Everything here is plain text work, shared by both sides.
 */

import path from 'node:path'

/** Names the folder of the run, where `run.json` and the session files are. */
export const runVariable = 'JSMOP_RUN'

/** What a child needs to be monitored. */
export interface Activation {
  /** The bundled preload, an absolute path. */
  readonly preload: string
  /** The run's folder, an absolute path. */
  readonly run: string
  /** A folder with an executable `node` that adds the preload; undefined where none could be made. */
  readonly shim: string | undefined
}

export type Environment = Record<string, string | undefined>

/** A copy of `env` that activates monitoring in every Node process started with it. Idempotent. */
export function activate(env: Readonly<Environment>, { preload, run, shim }: Activation): Environment {
  const result: Environment = { ...deactivate(env, { preload, run, shim }), [runVariable]: run }
  const options = result['NODE_OPTIONS']
  result['NODE_OPTIONS'] = [requireOption(preload), ...(options ? [options] : [])].join(' ')
  const pathName = pathVariable(result)
  if (shim !== undefined)
    result[pathName] = [shim, ...(result[pathName] ? [result[pathName]] : [])].join(path.delimiter)
  return result
}

/** A copy of `env` as it was before `activate`. */
export function deactivate(env: Readonly<Environment>, { preload, shim }: Activation): Environment {
  const result: Environment = { ...env }
  delete result[runVariable]
  const options = result['NODE_OPTIONS']
  if (options !== undefined) {
    const rest = options.split(requireOption(preload)).join('').trim()
    if (rest === '') delete result['NODE_OPTIONS']
    else result['NODE_OPTIONS'] = rest
  }
  const pathName = pathVariable(result)
  const folders = result[pathName]
  if (shim !== undefined && folders !== undefined) {
    const rest = folders.split(path.delimiter).filter((folder) => folder !== shim)
    if (rest.length === 0) delete result[pathName]
    else result[pathName] = rest.join(path.delimiter)
  }
  return result
}

/** `--require` with the path quoted as `NODE_OPTIONS` wants it: a path may hold blanks, quotes and backslashes. */
export function requireOption(preload: string): string {
  return `--require ${JSON.stringify(preload)}`
}

/** The `node` that stands first on the PATH: starts the real one with the preload, whatever `NODE_OPTIONS` became. */
export function shimScript(node: string, { preload, run }: Activation): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    '#!/bin/sh',
    `${runVariable}=${quote(run)}`,
    `export ${runVariable}`,
    `exec ${quote(node)} --require ${quote(preload)} "$@"`,
    '',
  ].join('\n')
}

/** Those of a process's variables that activation sets or changes, by name. */
export function variablesOf(env: Readonly<Environment>): string[] {
  return [runVariable, 'NODE_OPTIONS', pathVariable(env)]
}

/** Windows spells it `Path`, in any case. */
function pathVariable(env: Readonly<Environment>): string {
  if (process.platform !== 'win32') return 'PATH'
  return Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'Path'
}
