import { defineSpec } from '#src/spec/define-spec.ts'

export default defineSpec({
  id: 'croner/no-resume-after-stop',
  description: 'A job must not be resumed or scheduled after it was stopped.',
  severity: 'error',
  preset: 'strict@1',
  doc: 'https://croner.56k.guru/usage/basics/#controls',
  parameters: { job: 'object' },
  events: {
    stop: { on: { kind: 'call', target: 'npm:croner#Cron.prototype.stop' }, bind: { job: 'receiver' } },
    resume: {
      on: { kind: 'call', target: 'npm:croner#Cron.prototype.resume', when: 'before' },
      bind: { job: 'receiver' },
    },
  },
  logic: 'ere',
  formula: 'resume* stop+ resume',
  report: {
    match: 'this job was stopped for good, and resume() does nothing but return false: use pause() to go on later',
  },
})
