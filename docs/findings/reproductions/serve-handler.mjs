// npm: serve-handler@6.1.8
// A request for a file that may not be read ends the server.
// sees: Error: EACCES: permission denied, open
import fs from 'node:fs'
import http from 'node:http'
import serve from 'serve-handler'

const folder = fs.mkdtempSync('/tmp/serve-handler-')
fs.chmodSync(folder, 0o755)
fs.writeFileSync(`${folder}/secret.txt`, 'secret', { mode: 0 })
const server = http.createServer((request, response) => serve(request, response, { public: folder, cleanUrls: false }))
server.listen(0, () => {
  if (process.getuid() === 0) process.setuid('nobody') // root may read everything
  const url = `http://localhost:${server.address().port}/secret.txt`
  http.get(url, (response) => console.log('answered', response.statusCode)).on('error', () => {})
})
