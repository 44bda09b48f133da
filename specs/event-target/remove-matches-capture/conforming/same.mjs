const target = new EventTarget()
const close = () => {}
const options = { capture: true }
target.addEventListener('close', close, options)
target.removeEventListener('close', close, options)
target.addEventListener('close', close, { once: true })
target.removeEventListener('close', close)
// Never added: to be safe.
target.removeEventListener('open', close)
target.removeEventListener('open', close, true)
// Both ways, and both removed.
target.addEventListener('both', close)
target.addEventListener('both', close, true)
target.removeEventListener('both', close)
target.removeEventListener('both', close, true)
