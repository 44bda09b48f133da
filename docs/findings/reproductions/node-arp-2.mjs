// npm: node-arp@1.0.6
// Where ping is there and arp is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn arp ENOENT
import fs from 'node:fs'
import path from 'node:path'
import arp from 'node-arp'

const programs = fs.mkdtempSync('programs-')
fs.writeFileSync(path.join(programs, 'ping'), '#!/bin/sh\n', { mode: 0o755 })
process.env.PATH = path.resolve(programs)
arp.getMAC('127.0.0.1', (error, mac) => console.log('called back with', error, mac))
