/** Packages of several modules whose archives on the registry carry quick tests, with consecutive versions that pass them. */

export const subjects = [
  {
    name: 'mqtt-packet',
    versions: ['6.9.1', '6.10.0', '7.0.0', '7.1.0', '7.1.2', '8.1.2', '8.2.0', '8.2.1', '9.0.0', '9.0.1', '9.0.2'],
    install: [
      'tape@5.9.0',
      'readable-stream@4.7.0',
      'bl@6.1.0',
      'debug@4.4.1',
      'process-nextick-args@2.0.1',
      'inherits@2.0.4',
      'safe-buffer@5.2.1',
    ],
    command: ['node', 'test.js'],
  },
  {
    name: 'better-queue',
    versions: ['3.8.2', '3.8.4', '3.8.5', '3.8.6', '3.8.7', '3.8.8', '3.8.10', '3.8.11', '3.8.12'],
    install: ['mocha@10.8.2', 'better-queue-memory@1.0.4', 'node-eta@0.9.0', 'uuid@9.0.1'],
    command: ['node', '../node_modules/mocha/bin/mocha.js', 'test'],
  },
  {
    name: 'busboy',
    versions: ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0'],
    install: ['streamsearch@1.1.0'],
    command: ['node', 'test/test.js'],
  },
  {
    name: 'hash.js',
    versions: ['1.0.3', '1.1.0', '1.1.1', '1.1.2', '1.1.3', '1.1.4', '1.1.5', '1.1.6', '1.1.7'],
    install: ['mocha@10.8.2', 'inherits@2.0.4', 'minimalistic-assert@1.0.1'],
    command: [
      'node',
      '../node_modules/mocha/bin/mocha.js',
      '--reporter',
      'dot',
      'test/hash-test.js',
      'test/hmac-test.js',
    ],
  },
  {
    name: 'sha.js',
    versions: ['2.4.0', '2.4.1', '2.4.2', '2.4.3', '2.4.4', '2.4.5', '2.4.7', '2.4.8', '2.4.9', '2.4.10', '2.4.11'],
    install: ['tape@5.9.0', 'inherits@2.0.4', 'safe-buffer@5.2.1', 'hash-test-vectors@1.3.2', 'buffer@6.0.3'],
    command: ['node', 'test/test.js'],
  },
]
