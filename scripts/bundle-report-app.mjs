/** Bundles the program of the HTML report (`src/report/html/app`) and its style, for browsers of the last years. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const app = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'src/report/html/app')

/** The script and the style as texts. */
export async function bundleReportApp() {
  const { build } = await import('esbuild')
  const shared = {
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome111', 'firefox113', 'safari16.4'],
    charset: 'utf8',
    logLevel: 'warning',
    legalComments: 'none',
  }
  const script = await build({ ...shared, entryPoints: [path.join(app, 'main.ts')], format: 'iife' })
  const style = await build({ ...shared, entryPoints: [path.join(app, 'style.css')] })
  return { script: script.outputFiles[0].text, style: style.outputFiles[0].text }
}
