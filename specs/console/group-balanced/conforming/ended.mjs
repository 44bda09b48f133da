function report(rows) {
  console.group('rows')
  try {
    for (const row of rows) console.log(row)
  } finally {
    console.groupEnd()
  }
}
report(['a'])
console.groupCollapsed('outer')
report(['b'])
console.groupEnd()
console.groupEnd()
