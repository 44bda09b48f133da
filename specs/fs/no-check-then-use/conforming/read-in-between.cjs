// As template loaders do: the check belongs to the read, and the file is written for another reason.
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jsmop-read-'))
const file = path.join(folder, 'template.html')
const load = (name) => (fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : undefined)
fs.writeFileSync(file, 'first')
console.log(load(file))
fs.writeFileSync(file, 'second')
console.log(load(file))
fs.rmSync(folder, { recursive: true })
