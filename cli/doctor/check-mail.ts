import type { Environment } from '../../src/server/environment.ts'
import { createMailer } from '../../src/server/mailer.ts'
import { type Finding, messageOf } from './finding.ts'

export async function checkMail(environment: Environment): Promise<Finding[]> {
  const mailer = createMailer(environment)
  try {
    await mailer.verify()
  } catch (error) {
    return [{ about: 'mail', state: 'wrong', text: `${mailer.description}, but: ${messageOf(error)}` }]
  }
  const set = environment.smtpUrl !== undefined
  return [
    { about: 'mail', state: set ? 'ok' : 'note', text: set ? `${mailer.description}; it answers` : mailer.description },
  ]
}
