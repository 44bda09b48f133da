function load(cached) {
  if (!cached) performance.mark('load')
  performance.measure('loading', 'load') // violation
}
try {
  load(true)
} catch {}
