function report(rows) {
  console.group('rows') // violation
  for (const row of rows) {
    if (row === '') return
    console.log(row)
  }
  console.groupEnd()
}
report(['a'])
report(['a', ''])
