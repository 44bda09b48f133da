/** Monitoring from the configuration of jest: `import 'jsmop/jest'`, or `require('jsmop/jest')`, in `jest.config.js`. */

import { runMonitored } from './run-monitored.ts'

runMonitored()
