function load(cached) {
  performance.mark('load')
  if (!cached) console.log('loading')
  performance.measure('loading', 'load')
  performance.clearMarks('load')
}
load(true)
load(false)
performance.measure('since start')
