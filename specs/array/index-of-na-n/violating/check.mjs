const values = [1, Number('x'), 3]
const clean = values.indexOf(NaN) === -1 // violation
if (!clean) throw new Error('the program is not what it seems')
values.lastIndexOf(Number('y')) // violation
