const times = [80, 9, 700]
const median = times.sort((a, b) => a - b)[1]
if (median !== 80) throw new Error('the program is not what it seems')
;[3, 1, 2].sort()
;['b', 'a', 10, 9].sort()
;[].sort()
;[1, 2].toSorted()
