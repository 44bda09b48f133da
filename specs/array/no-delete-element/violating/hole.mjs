const jobs = ['a', 'b', 'c']
delete jobs[1] // violation
if (jobs.length !== 3) throw new Error('the program is not what it seems')
