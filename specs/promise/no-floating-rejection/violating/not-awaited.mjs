// needs a process: in a thread whoever listens handles it.
process.on('unhandledRejection', () => {})

async function save(record) {
  if (record.id === undefined) {
    throw new Error('no id') // violation
  }
}

export function handle(record) {
  save(record)
}

handle({ id: 1 })
handle({})
