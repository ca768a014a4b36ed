import { emailType } from '../email-type.ts'
import { digestEmail, findDigest } from './digest-email.tsx'
import { changedLeadEmail, newLeadEmail, receiptEmail } from './lead-email.tsx'
import { findReply, replyEmail } from './reply-email.tsx'
import { leadOfEmail } from './store.ts'

export const leadEmails = [
  emailType({ kind: 'contact-owner', to: 'owner', find: leadOfEmail, view: newLeadEmail }),
  emailType({ kind: 'contact-update', to: 'owner', find: leadOfEmail, view: changedLeadEmail }),
  emailType({ kind: 'contact-receipt', to: 'lead', find: leadOfEmail, view: receiptEmail }),

  emailType({ kind: 'consultation-owner', to: 'owner', find: leadOfEmail, view: newLeadEmail }),
  emailType({ kind: 'consultation-update', to: 'owner', find: leadOfEmail, view: changedLeadEmail }),
  emailType({ kind: 'consultation-receipt', to: 'lead', find: leadOfEmail, view: receiptEmail }),

  emailType({ kind: 'call-owner', to: 'owner', find: leadOfEmail, view: newLeadEmail }),
  emailType({ kind: 'call-update', to: 'owner', find: leadOfEmail, view: changedLeadEmail }),

  emailType({ kind: 'leads-digest', to: 'owner', find: findDigest, view: digestEmail }),
  emailType({ kind: 'reply', to: 'lead', find: findReply, view: replyEmail }),
]

export type LeadEmailKind = (typeof leadEmails)[number]['kind']
