/**
 * Takes woven text back to what it was, by the shapes of the insertions alone (`abi.ts`): no table is needed, and any
 * part of a text can be taken back as long as it cuts no insertion in two. A function's source text never does, so this is
 * what `Function.prototype.toString` shows.
 */

import { stringIndexOf } from '../patch/originals.ts'
import { pristinely } from '../patch/pristine.ts'
import { abiName } from './abi.ts'

const n = abiName.replaceAll('$', '\\$')
const glue = `(?:/\\*${n}\\*/)?`

const store = `${n}\\.(?:s=\\d+|t\\(\\d+\\))`

const receiver = '(?:void 0,)?(?:[\\w$]+,(?:super\\.[\\w$]+,)?)?'

const shapes = [
  `!(?:\\(${n}\\.s=\\d+\\)|${n}\\.t\\(\\d+\\))\\?0:`,
  `!\\(${n}\\.u\\([\\w$]+,\\d+\\),1\\)\\?0:`,
  `\\(\\.\\.\\.\\(${store},${n}R\\.E\\)\\)`,
  `\\.\\.\\.\\(${store},${n}R\\.e\\)`,
  `,\\d+/\\*${n},\\*/\\)`,
  `\\(${store},`,
  `/\\*${n},\\*/\\)`,
  `${glue}${store},`,
  `,\\d+,${n}(?:R,Promise|R(?:,[\\w$]+)?\\))?\\)`,
  `${glue}${n}\\.p\\(${n}\\d+=${n}\\.o\\(`,
  `${glue}${n}\\.[a-z]\\(`,
  `\\(\\.\\.\\.${n}\\.c\\(\\[\\],\\d+,${receiver}${n}\\.q\\)\\)`,
  `\\.\\.\\.${n}\\.c\\(\\[`,
  `\\],\\d+,${receiver}${n}\\.c\\)`,
  `\\{let ${n}\\d+;`,
  `(?:\\{/\\*${n}\\*/)?${n}\\d+&&${n}\\.n\\(${n}\\d+\\);`,
  `let ${n}\\d+f=${n}\\d+&&${n}\\.f\\(${n}\\d+\\)\\}`,
  `\\}/\\*${n}\\*/`,
]
const insertion = new RegExp(shapes.join('|'), 'g')

/**
 * What was taken back last. `mime-types` names properties by a function, which V8 turns into its text each time: three
 * thousand times while the module loads, at a tenth of what a process that loads it takes.
 */
let lastWoven = ''
let lastWritten = ''

/** The text that `weave` was given. */
export function unweave(text: string): string {
  if (stringIndexOf(text, abiName) === -1) return text
  if (text !== lastWoven) {
    lastWritten = pristinely(() => text.replace(insertion, ''))
    lastWoven = text
  }
  return lastWritten
}
