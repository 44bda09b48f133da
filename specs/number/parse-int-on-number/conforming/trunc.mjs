const ratio = 0.0000005
const whole = Math.trunc(ratio)
if (whole !== 0) throw new Error('the program is not what it seems')
parseInt('5e-7')
parseInt(4.5)
parseInt(-0.5)
parseInt(255, 16)
parseInt(NaN)
