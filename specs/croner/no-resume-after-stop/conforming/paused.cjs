const { Cron } = require('croner')

const job = new Cron('0 0 * * *', () => {})
job.pause()
job.resume()
job.stop()
