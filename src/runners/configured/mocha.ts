/** Monitoring from the configuration of mocha: `require('jsmop/mocha')` in `.mocharc.cjs`, or `--require jsmop/mocha`. */

import { runMonitored } from './run-monitored.ts'

runMonitored()
