const steps = []
const save = async () => void steps.push('save')
await Promise.resolve().then(save)
await Promise.resolve().then(undefined, () => {})
await Promise.resolve().then(null, null)
await Promise.resolve().catch()
