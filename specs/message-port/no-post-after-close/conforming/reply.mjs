const { port1, port2 } = new MessageChannel()
port2.on('message', () => {
  port2.postMessage('answer')
})
port1.postMessage('question')
port1.on('message', () => port1.close())
