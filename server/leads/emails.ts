import { emailType } from '../email-type.ts'
import { digestEmail, findDigest } from './digest-email.tsx'
import { changedLeadEmail, newLeadEmail, receiptEmail } from './lead-email.tsx'
import { findReply, replyEmail } from './reply-email.tsx'
import { leadOfEmail } from './store.ts'

export const leadEmails = [
  emailType({ kind: 'contact-owner', name: 'lead notification', to: 'owner', find: leadOfEmail, view: newLeadEmail }),
  emailType({ kind: 'contact-receipt', name: 'receipt', to: 'lead', find: leadOfEmail, view: receiptEmail }),

  emailType({
    kind: 'consultation-owner',
    name: 'lead notification',
    to: 'owner',
    find: leadOfEmail,
    view: newLeadEmail,
  }),
  emailType({
    kind: 'consultation-update',
    name: 'update on a lead',
    to: 'owner',
    find: leadOfEmail,
    view: changedLeadEmail,
  }),
  emailType({ kind: 'consultation-receipt', name: 'receipt', to: 'lead', find: leadOfEmail, view: receiptEmail }),

  emailType({ kind: 'call-owner', name: 'lead notification', to: 'owner', find: leadOfEmail, view: newLeadEmail }),
  emailType({ kind: 'call-update', name: 'update on a lead', to: 'owner', find: leadOfEmail, view: changedLeadEmail }),

  emailType({ kind: 'leads-digest', name: 'lead digest', to: 'owner', find: findDigest, view: digestEmail }),
  emailType({ kind: 'reply', name: 'reply', to: 'lead', find: findReply, view: replyEmail }),
]

export type LeadEmailKind = (typeof leadEmails)[number]['kind']
