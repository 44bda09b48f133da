const values = [1, Number('x'), 3]
const clean = !values.includes(NaN)
if (clean) throw new Error('the program is not what it seems')
values.indexOf(3)
values.findIndex(Number.isNaN)
