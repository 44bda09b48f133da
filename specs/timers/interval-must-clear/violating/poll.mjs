// needs a process: it exits with the interval running.
function watch(check) {
  setInterval(check, 5) // violation
}
watch(() => {})
setTimeout(() => process.exit(), 20)
