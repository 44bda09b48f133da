// npm: fast-csv@5.0.8
// A missing file ends the process, although the parser has a listener for "error".
// sees: Error: ENOENT: no such file or directory, open 'missing.csv'
import { parseFile } from 'fast-csv'

parseFile('missing.csv')
  .on('error', (error) => console.log('heard', error.code))
  .on('data', () => {})
