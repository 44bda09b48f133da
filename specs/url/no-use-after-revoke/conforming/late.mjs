import { resolveObjectURL } from 'node:buffer'

const address = URL.createObjectURL(new Blob(['data']))
await (await fetch(address)).text()
await resolveObjectURL(address).text()
URL.revokeObjectURL(address)
URL.revokeObjectURL(address)
