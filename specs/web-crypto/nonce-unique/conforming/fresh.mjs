const make = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt', 'decrypt'])
const key = await make()
for (const text of ['one', 'two']) {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = new TextEncoder().encode(text)
  await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, data)
}
// One nonce with two keys, and a buffer that is filled again each time.
const shared = new Uint8Array(12)
await crypto.subtle.encrypt({ name: 'AES-GCM', iv: shared }, await make(), shared)
const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: shared }, key, shared)
await crypto.subtle.decrypt({ name: 'AES-GCM', iv: shared }, key, sealed)
await crypto.subtle.encrypt({ name: 'AES-GCM', iv: crypto.getRandomValues(shared) }, key, shared)
