import { abandonedEmailDelayMs } from '../../server/leads/notify.ts'
import { type TestApp, visitor, writtenEmails } from './desk.ts'
import { send } from './http.ts'

export const postConsultation = (app: TestApp, values: object, sender = visitor.sender) =>
  send(app, values, { form: 'booking', sender })

export async function emailsOf(app: TestApp) {
  return (await writtenEmails(app)).map(({ kind, state, due_at, subject, text }) => ({
    kind,
    state,
    text,
    waitsMs: due_at - app.clock.now,
    subject: subject.replace(/KW-\w+/, 'KW'),
  }))
}

export async function sendWhatWaited(app: TestApp): Promise<void> {
  app.clock.now += abandonedEmailDelayMs
  await app.outbox.sendDue()
}
