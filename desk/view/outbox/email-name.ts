/** By an email’s kind without its prefix: `contact-receipt` is a `receipt`. */
const names: Readonly<Record<string, string>> = {
  owner: 'notification about a lead',
  update: 'notification about a changed lead',
  receipt: 'receipt for a lead',
  reply: 'reply to a lead',
  confirm: 'request to confirm a call',
  requested: 'notice about a call to approve',
  'requested-owner': 'notification about a call to approve',
  booked: 'confirmation of a call',
  'booked-owner': 'notification about a call',
  moved: 'notice about a moved call',
  'moved-owner': 'notification about a moved call',
  cancelled: 'notice about a canceled call',
  'cancelled-owner': 'notification about a canceled call',
  reminder: 'reminder a day before a call',
  'reminder-owner': 'reminder a day before a call',
  'reminder-hour': 'reminder an hour before a call',
  'reminder-hour-owner': 'reminder an hour before a call',
  'leads-digest': 'digest of leads',
  'newsletter-confirmation': 'request to confirm a subscription',
  'newsletter-already-subscribed': 'notice to a subscriber',
  'backup-failed': 'notification about a failed backup',
  'calendar-failed': 'notification about a calendar',
  week: 'weekly report',
  issue: 'issue of the newsletter',
}

export function emailKindName(kind: string): string {
  return names[kind.replace(/^(contact|consultation|call)-/, '')] ?? kind.replaceAll('-', ' ')
}
