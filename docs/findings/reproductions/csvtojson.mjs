// npm: csvtojson@2.0.14
// A path that exists and cannot be read ends the process, although the promise has a catch.
// sees: Error: EISDIR: illegal operation on a directory, read
import csv from 'csvtojson'

csv()
  .fromFile('.') // a folder
  .then(
    () => console.log('resolved'),
    (error) => console.log('rejected with', error.code),
  )
