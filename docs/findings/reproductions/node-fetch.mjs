// npm: node-fetch@3.1.1
// A form field that ends inside a character takes the next field with it: the decoder is not finished between the two.
// sees: 1 field of 2 was read
import assert from 'node:assert'
import { Response } from 'node-fetch'

const part = (name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
const cut = Buffer.from('€').subarray(0, 2)
const body = Buffer.concat([Buffer.from(part('a')), cut, Buffer.from(`\r\n${part('b')}second\r\n--x--\r\n`)])
const headers = { 'content-type': 'multipart/form-data; boundary=x' }
const form = await new Response(body, { headers }).formData()
const read = ['a', 'b'].filter((name) => form.has(name)).length
assert.ok(read === 2, `${read} field of 2 was read`)
