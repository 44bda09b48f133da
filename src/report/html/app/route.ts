/** What the page shows is its address behind `#`, so that the browser's back button, bookmarks and links work. */

export interface Route {
  readonly path: readonly string[]
  readonly query: ReadonlyMap<string, string>
}

export function currentRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  return {
    path: path.split('/').filter((part) => part !== ''),
    query: new Map(new URLSearchParams(query)),
  }
}

export function addressOf(path: readonly (string | number)[], query: ReadonlyMap<string, string> = new Map()): string {
  const parameters = new URLSearchParams([...query].filter(([, value]) => value !== '')).toString()
  return `#/${path.join('/')}${parameters === '' ? '' : `?${parameters}`}`
}

/** Changes the address without a step in the history: for what is typed and stepped through. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address)
}
