import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'ioredis/subscriber-dedicated',
  description: 'A client that subscribed must not be used for other commands.',
  severity: 'error',
  doc: 'https://github.com/redis/ioredis#pubsub',
  falseAlarms: ['A client that speaks RESP3, which lets a subscriber send commands.'],
  parameters: { client: 'object' },
  events: {
    subscribe: {
      on: { kind: 'call', target: 'npm:ioredis#Redis.prototype.{subscribe,psubscribe}', when: 'fulfilled' },
      bind: { client: 'receiver' },
      if: ({ receiver }) => (receiver as { options?: { protocol?: number } }).options?.protocol !== 3,
    },
    unsubscribe: {
      on: { kind: 'call', target: 'npm:ioredis#Redis.prototype.{unsubscribe,punsubscribe}' },
      bind: { client: 'receiver' },
    },
    command: {
      on: {
        kind: 'call',
        target:
          'npm:ioredis#Redis.prototype.{get,set,del,exists,expire,incr,decr,mget,mset,hget,hset,hgetall,lpush,rpush,lpop,rpop,sadd,srem,zadd,publish,keys,scan}',
        when: 'before',
      },
      bind: { client: 'receiver' },
    },
  },
  logic: 'fsm',
  formula: `
    free [ subscribe -> subscriber  unsubscribe -> free  command -> free ]
    subscriber [ subscribe -> subscriber  unsubscribe -> free  command -> refused ]
    refused [ subscribe -> subscriber  unsubscribe -> free  command -> refused ]
  `,
  report: {
    refused:
      'this client has subscribed, and Redis takes only subscriptions from it: use a second one, client.duplicate(), for commands',
  },
})
