import { PerformanceObserver } from 'node:perf_hooks'

const observer = new PerformanceObserver(() => {})
observer.observe({ entryTypes: ['measure'] })
observer.disconnect()
