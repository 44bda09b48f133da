import { EventEmitter } from 'node:events'

class Panel {
  constructor(window) {
    this.window = window
    window.on('resize', this.resize.bind(this))
  }
  resize() {}
  close() {
    this.window.off('resize', this.resize.bind(this)) // violation
  }
}

const window = new EventEmitter()
new Panel(window).close()

const watch = () => (change) => change
window.on('change', watch())
window.removeListener('change', watch()) // violation
