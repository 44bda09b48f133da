const ratio = 0.0000005
const whole = parseInt(ratio) // violation
if (whole !== 5) throw new Error('the program is not what it seems')
Number.parseInt(1e21) // violation
