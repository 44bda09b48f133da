const due = new Date(2026, 0, 31)
due.setMonth(due.getMonth() + 1) // violation
if (due.getMonth() !== 2) throw new Error('the program is not what it seems')
const utc = new Date('2026-03-31T12:00:00Z')
utc.setUTCMonth(3) // violation
