/** The output formats by name. */

import { renderBadge } from './render-badge.ts'
import { renderGithub } from './render-github.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderJunit } from './render-junit.ts'
import { renderSarif } from './render-sarif.ts'
import { renderText } from './render-text.ts'
import type { Format, Reporter } from './reporter.ts'

export const reporters: Readonly<Record<Format, Reporter>> = {
  text: { file: undefined, render: renderText },
  html: { file: 'report.html', render: renderHtml },
  json: { file: undefined, render: renderJson },
  sarif: { file: 'report.sarif', render: renderSarif },
  junit: { file: 'report.junit.xml', render: renderJunit },
  github: { file: undefined, render: renderGithub },
  badge: { file: 'badge.json', render: renderBadge },
}
