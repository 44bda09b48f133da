#!/usr/bin/env node
/** The command line as an ES module; `jsmop.cjs`, which it starts, is four milliseconds quicker. */

import { createRequire } from 'node:module'

createRequire(import.meta.url)('../../jsmop.cjs')
