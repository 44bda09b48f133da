import EventEmitter from 'eventemitter3'

const window = new EventEmitter()
const panel = { resize() {} }
window.on('resize', panel.resize.bind(panel))
window.off('resize', panel.resize.bind(panel)) // violation
