/**
 * Modules that users write, configurations and specs, in TypeScript or JavaScript. `jsmop` in them means the JSMOP that runs,
 * whether or not the project has it installed: `npx jsmop` needs no dependency.
 */

/** The default export. */
export async function importModule(file: string): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const jsmop: unknown = await import('../index.ts')
  return createJiti(file, { virtualModules: { jsmop } }).import(file, { default: true })
}
