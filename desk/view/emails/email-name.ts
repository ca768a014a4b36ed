/** By an email’s kind without its prefix: `contact-receipt` is a `receipt`. */
const names: Readonly<Record<string, string>> = {
  owner: 'The notification',
  update: 'The notification about a change',
  receipt: 'The receipt',
  confirm: 'The request to confirm the call',
  requested: 'The notice of a call to approve',
  'requested-owner': 'The notification about a call to approve',
  booked: 'The confirmation of the call',
  'booked-owner': 'The notification about the call',
  moved: 'The email about the moved call',
  'moved-owner': 'The notification about the moved call',
  cancelled: 'The email about the canceled call',
  'cancelled-owner': 'The notification about the canceled call',
  reminder: 'The reminder a day before',
  'reminder-owner': 'The reminder to you a day before',
  'reminder-hour': 'The reminder an hour before',
  'reminder-hour-owner': 'The reminder to you an hour before',
  'leads-digest': 'The digest of leads',
  'newsletter-confirmation': 'The newsletter confirmation',
  'newsletter-already-subscribed': 'The notice that they are already subscribed',
  'backup-failed': 'The notification that a backup failed',
  'calendar-failed': 'The notification that a calendar can’t be read',
  week: 'The weekly report',
  issue: 'An issue of the newsletter',
}

export function emailKindName(kind: string): string {
  return names[kind.replace(/^(contact|consultation|call)-/, '')] ?? kind
}
