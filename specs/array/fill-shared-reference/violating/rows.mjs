const rows = new Array(3).fill([])
rows[0].push('only in the first?') // violation
if (rows[2].length !== 1) throw new Error('the program is not what it seems')
const tags = Array(2).fill(new Set())
tags[1].add('both') // violation
