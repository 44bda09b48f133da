import { EventEmitter, once } from 'node:events'

class Panel {
  constructor(window) {
    this.window = window
    this.listener = this.resize.bind(this)
    window.on('resize', this.listener)
  }
  resize() {}
  close() {
    this.window.off('resize', this.listener)
  }
}

const window = new EventEmitter()
const panel = new Panel(window)
const other = new Panel(window)
panel.close()
// Again, to be safe, while the other panel's listener with the same text is there.
panel.close()
other.close()
const first = () => {}
window.once('a', first)
window.off('a', first)
window.off('never', () => {})
setTimeout(() => window.emit('b'), 1)
await once(window, 'b')

// The rejecter of one promise, while that of another listens: all that the language makes have the same text.
let rejecter
const waiting = new Promise((resolve, reject) => {
  window.once('error', reject)
  window.once('ready', resolve)
})
await new Promise((resolve, reject) => {
  rejecter = reject
  resolve()
})
window.off('error', rejecter)
window.emit('ready')
await waiting
