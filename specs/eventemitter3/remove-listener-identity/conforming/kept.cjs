const EventEmitter = require('eventemitter3')

const window = new EventEmitter()
const panel = { resize() {} }
const resize = panel.resize.bind(panel)
window.on('resize', resize)
window.off('resize', resize)
window.off('resize', resize)
window.once('close', resize)
window.removeListener('close', resize)
window.off('close')
