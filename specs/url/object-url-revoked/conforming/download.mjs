async function load(text) {
  const address = URL.createObjectURL(new Blob([text]))
  try {
    return await (await fetch(address)).text()
  } finally {
    URL.revokeObjectURL(address)
  }
}
await load('data')
