import https from 'node:https'
import tls from 'node:tls'

const agent = new https.Agent({ rejectUnauthorized: false }) // violation
agent.destroy()
tls.connect({ port: 1, rejectUnauthorized: false }).on('error', () => {}) // violation
