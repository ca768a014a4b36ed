/** By the end of an email’s kind, which starts with its subject. */
const names: Readonly<Record<string, string>> = {
  owner: 'The notification',
  update: 'The notification about a change',
  receipt: 'The receipt',
  confirm: 'The request to confirm the call',
  booked: 'The confirmation of the call',
  'booked-owner': 'The notification of the call',
  moved: 'The email that the call moved',
  'moved-owner': 'The notification that the call moved',
  cancelled: 'The email that the call is canceled',
  'cancelled-owner': 'The notification that the call is canceled',
  reminder: 'The reminder',
  'reminder-owner': 'The reminder to you',
  'leads-digest': 'The digest of leads',
  'newsletter-confirmation': 'The newsletter confirmation',
  'newsletter-already-subscribed': 'The notice that they are already subscribed',
  'backup-failed': 'The notification that a backup failed',
  'calendar-failed': 'The notification that a calendar can’t be read',
  week: 'The weekly report',
}

export function emailName(kind: string): string {
  return names[kind.replace(/^(contact|consultation|call)-/, '')] ?? kind
}
