const steps = []
const save = async () => void steps.push('save')
await Promise.resolve().then(save()) // violation
await Promise.resolve().catch('nothing') // violation
