const target = new EventTarget()
const close = () => {}
target.addEventListener('close', close, { capture: true })
target.removeEventListener('close', close) // violation
const open = () => {}
target.addEventListener('open', open)
target.removeEventListener('open', open, true) // violation
