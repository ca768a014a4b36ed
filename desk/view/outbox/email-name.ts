/** Names by kind, without its prefix and `-owner`: `contact-receipt` is a `receipt`. */
const names: Readonly<Record<string, string>> = {
  owner: 'notification about a lead',
  update: 'notification about a changed lead',
  receipt: 'receipt for a lead',
  reply: 'reply to a lead',
  confirm: 'request to confirm a call',
  requested: 'notice about a call to approve',
  booked: 'confirmation of a call',
  moved: 'notice about a moved call',
  cancelled: 'notice about a canceled call',
  reminder: 'reminder of a call',
  'leads-digest': 'digest of leads',
  'newsletter-confirmation': 'request to confirm a subscription',
  'newsletter-already-subscribed': 'notice to a subscriber',
  'backup-failed': 'notification about a failed backup',
  'calendar-failed': 'notification about a calendar',
  week: 'weekly report',
  issue: 'issue of the newsletter',
}

export function emailKindName(kind: string): string {
  const name = kind.replace(/^(contact|consultation|call)-/, '').replace(/(-hour)?(-owner)?$/, '')
  return names[name] ?? kind.replaceAll('-', ' ')
}
