export const safeguards: readonly {
  readonly name: string
  readonly file: string
  readonly find: string | RegExp
  readonly replace: string
  readonly test: string
  readonly title: string
  readonly built?: boolean
}[]
