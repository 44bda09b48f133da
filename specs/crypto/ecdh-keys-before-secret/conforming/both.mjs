import { createDiffieHellmanGroup, createECDH } from 'node:crypto'

const alice = createECDH('prime256v1')
const bob = createECDH('prime256v1')
const hers = alice.generateKeys()
const his = bob.generateKeys()
alice.computeSecret(his)
bob.computeSecret(hers)
const carol = createECDH('prime256v1')
carol.setPrivateKey(alice.getPrivateKey())
carol.computeSecret(his)
const [x, y] = [createDiffieHellmanGroup('modp5'), createDiffieHellmanGroup('modp5')]
x.generateKeys()
y.generateKeys()
x.computeSecret(y.getPublicKey())
