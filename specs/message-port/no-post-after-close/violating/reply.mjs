const { port1, port2 } = new MessageChannel()
port2.on('message', () => {})
port1.postMessage('question')
port1.close()
port2.postMessage('answer') // violation
const own = new MessageChannel()
own.port2.close()
own.port2.postMessage('late') // violation
