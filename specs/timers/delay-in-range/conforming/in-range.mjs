import { setTimeout as wait } from 'node:timers/promises'

const days = 24 * 60 * 60 * 1000
const timer = setTimeout(() => {}, 24 * days)
clearTimeout(timer)
setTimeout(() => {})
setTimeout(() => {}, '5')
process.on('warning', () => {})
for (const value of ['a', 'b']) setTimeout(() => {}, value * 25)
await wait(1)
