import { z } from 'zod'
import { unlessWrong } from '../../platform/content/read-content.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { readStudio } from '../../platform/content/studio.ts'
import { emailKey } from '../../platform/email/mail-address.ts'
import { findCallsToCome } from '../../server/calls/store.ts'
import { exportPerson } from '../../server/people/export-person.ts'
import { findOwn, forgetPeople } from '../../server/people/forget-people.ts'
import { action, mailAddress, Refusal } from './action.ts'

/** All that is kept of one, as the person may have it, and the calls that would be forgotten before they are. */
export const readPerson = action(z.object({ email: mailAddress }), async (desk, { email }) => {
  return {
    kept: await exportPerson(desk, email),
    callsToCome: await findCallsToCome(desk.database.db, { email_key: emailKey(email) }, desk.now()),
    zone: studioZone(),
  }
})

export const forgetPerson = action(z.object({ email: mailAddress }), async (desk, { email }) => {
  if (findOwn([email], desk.environment, unlessWrong(readStudio)) !== undefined)
    throw new Refusal(`${email} is an address of the studio itself; it cannot be forgotten.`)
  return await forgetPeople(desk, { emails: [email], references: [] })
})
