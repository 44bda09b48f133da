function watch(check) {
  const timer = setInterval(check, 5)
  return () => clearInterval(timer)
}
const stop = watch(() => {})
setTimeout(stop, 20)
setInterval(() => {}, 5).unref()
