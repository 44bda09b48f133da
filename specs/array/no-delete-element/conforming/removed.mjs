const jobs = ['a', 'b', 'c']
jobs.splice(1, 1)
const index = { 0: 'a' }
delete index[0]
delete jobs.extra
delete jobs[7]
