import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'ioredis/no-command-after-quit',
  description: 'A client must not be sent commands after it quit.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://github.com/redis/ioredis#connect-to-redis',
  parameters: { client: 'object' },
  events: {
    quit: {
      on: [
        { kind: 'call', target: 'npm:ioredis#Redis.prototype.quit' },
        { kind: 'call', target: 'npm:ioredis#Redis.prototype.disconnect', if: 'arg0 !== true' },
      ],
      bind: { client: 'receiver' },
    },
    connect: { on: { kind: 'call', target: 'npm:ioredis#Redis.prototype.connect' }, bind: { client: 'receiver' } },
    command: {
      on: {
        kind: 'call',
        target:
          'npm:ioredis#Redis.prototype.{get,set,del,exists,expire,incr,decr,mget,mset,hget,hset,hgetall,lpush,rpush,lpop,rpop,sadd,srem,zadd,publish,subscribe,keys,scan,ping}',
        when: 'before',
      },
      bind: { client: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    open [ command -> open  connect -> open  quit -> closed ]
    closed [ command -> late  connect -> open  quit -> closed ]
    late [ command -> late  connect -> open  quit -> closed ]
  `,
  report: { late: 'this client has quit before, so the command is rejected: quit after the last command' },
})
