const poll = () => {}
const timer = setTimeout(poll, 1)
clearTimeout(timer)
clearTimeout(undefined)
clearTimeout(null)
clearTimeout(Number(setTimeout(poll, 1)))
clearTimeout(setInterval(poll, 1))
clearImmediate(setImmediate(poll))
