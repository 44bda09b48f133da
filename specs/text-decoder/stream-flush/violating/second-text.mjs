const decoder = new TextDecoder()
console.log(decoder.decode(Buffer.from('caf'), { stream: true }), decoder.decode())
const text = decoder.decode(Buffer.from('th'), { stream: true }) // violation
console.log(text + decoder.decode(Buffer.from('é').subarray(0, 1), { stream: true }))
