import { Cron } from 'croner'

const job = new Cron('0 0 * * *', () => {})
job.stop()
job.resume() // violation
