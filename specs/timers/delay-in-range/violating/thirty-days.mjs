import { setTimeout as wait } from 'node:timers/promises'

process.on('warning', () => {})
const days = 24 * 60 * 60 * 1000
const timer = setTimeout(() => {}, 30 * days) // violation
clearTimeout(timer)
clearTimeout(setTimeout(() => {}, Infinity)) // violation
await wait(25 * days) // violation
