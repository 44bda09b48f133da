const params = new URLSearchParams('utm_source=a&utm_medium=b&q=c')
for (const [name] of [...params]) {
  if (name.startsWith('utm_')) params.delete(name)
}
// The loop ends with the change.
for (const [name] of params) {
  if (name === 'q') {
    params.delete(name)
    break
  }
}
// Replacing a value moves nothing.
for (const [name, value] of params) params.set(name, value.trim())
const other = new URLSearchParams()
for (const [name, value] of params) other.append(name, value)
