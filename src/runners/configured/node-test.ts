/** Monitoring from the configuration of node:test: `node --require jsmop/node-test --test` (`--import` reaches the processes of the files only). */

import { runMonitored } from './run-monitored.ts'

runMonitored()
