// The position is that of the loop, however its iterator was made.
const steps = ['a', 'b', 'c', 'd']
for (const [at, step] of steps.entries()) if (step === 'b') steps.splice(at, 1) // violation
