export function buildDocs(folder: string): string[]
