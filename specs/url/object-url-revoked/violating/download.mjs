async function load(text) {
  const address = URL.createObjectURL(new Blob([text])) // violation
  return (await fetch(address)).text()
}
await load('data')
