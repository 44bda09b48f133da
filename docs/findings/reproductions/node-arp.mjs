// npm: node-arp@1.0.6
// Where ping is missing, the process dies of an unhandled "error" event; the callback is not called.
// sees: Error: spawn ping ENOENT
import arp from 'node-arp'

process.env.PATH = '/nowhere'
arp.getMAC('127.0.0.1', (error, mac) => console.log('called back with', error, mac))
