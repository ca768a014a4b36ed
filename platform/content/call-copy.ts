import { z } from 'zod'
import { subjectText } from './email.ts'
import { fields } from './files/field-schemas.ts'

/** Default copy for features that are newer than the owner's content/calls.yaml. */
const defaults = {
  unreserved: 'Press the button to book this time. It isn’t kept until then: whoever confirms first gets it.',
  requested: 'Many calls are being booked right now, so yours needs approval. You’ll get an email once it’s approved.',
  arranged: 'As you asked, this time is booked for you. The invitation is attached.',
  changes: 'You’ve changed this call several times today. Use the link in your last email about it.',
}

export function pageSchema(text: z.ZodType<string>) {
  return z.strictObject({
    ...fields(text, 'heading text pick zone update earlier later days times night other none'),
    ...fields(text, 'kinds otherKinds yourTime timesIn change myTime'),
    facts: z.array(text).default([]),
    remark: text.optional(),
  })
}

export function linksSchema(text: z.ZodType<string>) {
  const message = z.strictObject({ heading: text, text })
  return z.strictObject({
    ...fields(message, 'new moved booked held cancelled past unknown unavailable late expired requested unreserved'),
    ...fields(message.extend({ button: text }), 'confirm'),
    cancel: message.extend(fields(text, 'note button keep')),
    move: z.strictObject(fields(text, 'heading pick current mark new button keep')),
    labels: z.strictObject(fields(text, 'call when where reference')),
    calendar: z.strictObject(fields(text, 'heading google outlook file')),
    ...fields(text, 'change times home'),
  })
}

export function problemsSchema(text: z.ZodType<string>) {
  return z.strictObject({
    ...fields(text, 'noTime tooLarge tooMany unavailable taken open'),
    changes: text.prefault(defaults.changes),
  })
}

export function emailsSchema(text: z.ZodType<string>) {
  const email = z.strictObject({ subject: subjectText(text), lines: z.array(text).min(1) })
  return z.strictObject({
    ...fields(email, 'booked moved reminder'),
    ...fields(email.extend({ button: text }), 'confirm cancelled'),
    requested: email.prefault({ subject: 'Your call is waiting for approval', lines: [defaults.requested] }),
    unreserved: email.prefault({ subject: 'Please confirm your call', lines: [defaults.unreserved] }),
    arranged: email.prefault({ subject: 'Your call is booked', lines: [defaults.arranged] }),
    join: text.prefault('Join call'),
    dial: text.prefault('Call'),
    save: text.prefault('Add to calendar'),
    late: text.prefault('Did something come up? Just reply to this email.'),
    foot: z.array(text),
  })
}
