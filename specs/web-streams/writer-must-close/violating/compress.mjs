function compress(text) {
  const gzip = new CompressionStream('gzip')
  const writer = gzip.writable.getWriter() // violation
  writer.write(new TextEncoder().encode(text))
  return gzip.readable
}
compress('hello')
