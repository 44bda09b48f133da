/** Monitoring from the configuration of vitest: `import 'jsmop/vitest'` in `vitest.config.ts`. */

import { runMonitored } from './run-monitored.ts'

runMonitored()
