/** Path patterns of the configuration: `*` and `?` within a folder, `**` over folders, `{a,b}`; a folder's name means all below it. */

export function matchPath(pattern: string, file: string): boolean {
  return toExpression(pattern).test(file)
}

function toExpression(pattern: string): RegExp {
  const text = pattern.replace(/^\.\//, '').replace(/\/$/, '')
  let source = ''
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (text.startsWith('**/', i)) {
      source += '(?:.*/)?'
      i += 2
    } else if (text.startsWith('**', i)) {
      source += '.*'
      i += 1
    } else if (char === '*') source += '[^/]*'
    else if (char === '?') source += '[^/]'
    else if (char === '{') {
      source += '(?:'
      depth += 1
    } else if (char === '}' && depth > 0) {
      source += ')'
      depth -= 1
    } else if (char === ',' && depth > 0) source += '|'
    else source += char.replace(/[\\^$.|+()[\]{}]/g, '\\$&')
  }
  return new RegExp(`^${source}${')'.repeat(depth)}(?:/.*)?$`, 's')
}
