import { Writable } from 'node:stream'

const socket = new Writable({ write: (chunk, encoding, done) => done() })
function send(lines) {
  socket.cork() // violation
  for (const line of lines) {
    if (line === '') return
    socket.write(line)
  }
  socket.uncork()
}
send(['a', 'b'])
send(['a', ''])
