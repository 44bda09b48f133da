const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt'])
const nonce = new Uint8Array(12)
for (const text of ['one', 'two']) {
  const data = new TextEncoder().encode(text)
  await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, data) // violation
}
