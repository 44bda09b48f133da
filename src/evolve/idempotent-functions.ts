/** placeholder */
export interface IdempotentFunction {
  readonly file: string
}
