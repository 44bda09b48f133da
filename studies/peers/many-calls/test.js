// Nothing but calls that both protocols are about, in words that every framework reads.
var EventEmitter = require('events').EventEmitter
var Writable = require('stream').Writable

var emitter = new EventEmitter()
var heard = 0
function listen() {
  heard++
}
for (var i = 0; i < 1000000; i++) {
  emitter.on('data', listen)
  emitter.emit('data')
  emitter.removeListener('data', listen)
}

var written = 0
var stream = new Writable({
  write: function (chunk, encoding, done) {
    written += chunk.length
    done()
  },
})
for (var j = 0; j < 1000000; j++) stream.write('x')
stream.end()
if (heard !== 1000000 || written !== 1000000) throw new Error('some were lost: ' + heard + ', ' + written)
console.log('ok')
