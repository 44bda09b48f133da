/** Packages that only studies need are not installed with JSMOP: they are asked for when they are wanted. */

import { UserError } from '../diagnostics/user-error.ts'

export async function optionalPeer<T>(name: string, load: () => Promise<T>, use: string): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error
    throw new UserError({
      code: 'missing-package',
      message: `${use} needs the package ${name}, which is not installed`,
      remedy: `Install it beside JSMOP: npm install --save-dev ${name}`,
      cause: error,
    })
  }
}
