const times = [80, 9, 700]
const median = times.sort()[1] // violation
if (median !== 80 && times.join() !== '700,80,9') throw new Error('the program is not what it seems')
;[10, 9].toSorted() // violation
