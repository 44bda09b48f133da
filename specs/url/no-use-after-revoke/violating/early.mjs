import { resolveObjectURL } from 'node:buffer'

const address = URL.createObjectURL(new Blob(['data']))
setTimeout(() => fetch(address).catch(() => {}), 1) // violation
URL.revokeObjectURL(address)
const other = URL.createObjectURL(new Blob(['more']))
URL.revokeObjectURL(other)
resolveObjectURL(other) // violation
