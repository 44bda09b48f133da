import https from 'node:https'
import tls from 'node:tls'

const agent = new https.Agent({ ca: [] })
agent.destroy()
tls.connect({ port: 1, rejectUnauthorized: true }).on('error', () => {})
tls.connect(1).on('error', () => {})
