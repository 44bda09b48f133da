async function handle(request) {
  console.time(`request ${request}`)
  await request
  console.timeEnd(`request ${request}`)
}
await Promise.all([handle(1), handle(2)])
await handle(1)
