/** By the end of its kind, which begins with what it is about. */
const names: Readonly<Record<string, string>> = {
  owner: 'The mail to you',
  update: 'The mail to you about a change',
  receipt: 'The receipt to the visitor',
  confirm: 'The mail that asks to confirm the call',
  booked: 'The mail that the call is booked',
  'booked-owner': 'The mail to you that the call is booked',
  moved: 'The mail that the call is moved',
  'moved-owner': 'The mail to you that the call is moved',
  cancelled: 'The mail that the call is canceled',
  'cancelled-owner': 'The mail to you that the call is canceled',
  reminder: 'The reminder of the call',
  'reminder-owner': 'The reminder to you of the call',
  'leads-digest': 'The mail to you about many requests',
  'newsletter-confirmation': 'The mail that asks to confirm the newsletter',
  'newsletter-already-subscribed': 'The mail that they are on the list already',
  'backup-failed': 'The mail to you that a backup failed',
  'calendar-failed': 'The mail to you that a calendar cannot be read',
  week: 'The mail to you about the week',
}

/** What a mail is for, in words. */
export function emailName(kind: string): string {
  return names[kind.replace(/^(contact|consultation|call)-/, '')] ?? kind
}
