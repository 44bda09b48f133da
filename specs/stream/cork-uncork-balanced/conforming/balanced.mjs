import { Writable } from 'node:stream'

const socket = new Writable({ write: (chunk, encoding, done) => done() })
function send(lines) {
  socket.cork()
  try {
    for (const line of lines) socket.write(line)
  } finally {
    socket.uncork()
  }
}
send(['a', 'b'])
socket.cork()
send(['c'])
socket.uncork()
const ended = new Writable({ write: (chunk, encoding, done) => done() })
ended.cork()
ended.write('a')
ended.end()
