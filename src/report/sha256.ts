/** SHA-256, with Node's module for it loaded when it is first needed: most runs report nothing that has to be told apart. */

export function sha256(content: string | Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest(encoding)
}
