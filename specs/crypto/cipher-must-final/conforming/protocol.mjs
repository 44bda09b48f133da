import { createCipheriv, randomBytes } from 'node:crypto'

// One cipher for a connection, as in SSH: each packet is padded to whole blocks by the protocol.
const connection = createCipheriv('aes-128-cbc', randomBytes(16), randomBytes(16))
for (const text of ['hello', 'a packet of more than one block']) {
  const packet = Buffer.alloc(Math.ceil((text.length + 1) / 16) * 16)
  packet[0] = packet.write(text, 1)
  connection.update(packet)
}
connection.update('00112233445566778899aabbccddeeff', 'hex')
