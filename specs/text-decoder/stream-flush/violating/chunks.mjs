const chunks = [Buffer.from('caf'), Buffer.from('é').subarray(0, 1)]
const decoder = new TextDecoder()
let text = ''
for (const chunk of chunks) text += decoder.decode(chunk, { stream: true }) // violation
console.log(text)
