import { Readable } from 'node:stream'

const rows = new Readable({ objectMode: true, read() {} })
rows.on('error', () => {})
rows.push({ id: 1 })
rows.push(null)
setTimeout(() => rows.push({ id: 2 }), 1) // violation
rows.resume()
