process.on('warning', () => {})
async function handle(request) {
  console.time('request') // violation
  await request
  console.timeEnd('request')
}
await Promise.all([handle(1), handle(2)])
