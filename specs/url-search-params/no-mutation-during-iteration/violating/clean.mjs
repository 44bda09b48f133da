const params = new URLSearchParams('utm_source=a&utm_medium=b&q=c')
for (const [name] of params) { // violation
  if (name.startsWith('utm_')) params.delete(name)
}
console.log(String(params))
