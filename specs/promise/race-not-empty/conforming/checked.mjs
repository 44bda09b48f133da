const mirrors = []
if (mirrors.length > 0) await Promise.race(mirrors.map(async (mirror) => mirror))
await Promise.race([1, new Promise(() => {})])
await Promise.race(new Set([1]))
