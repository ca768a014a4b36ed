import type { BookingWords } from '../../../platform/content/chat/agent.ts'
import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import {
  type ConsultationField,
  type ContactField,
  consultationRules,
  contactDraftKey,
  contactRules,
} from '../../../server/leads/lead.fields.ts'
import { FormView, type FormViewProps } from '../../ui/form/FormView.tsx'

type Filled<F extends string> = Pick<FormViewProps<F>, 'values' | 'errors'>

type ContactFormProps = Filled<ContactField> & { texts: SectionWords['contact']['form']; island?: string | undefined }

export function ContactForm({ texts: { labels, send }, ...form }: ContactFormProps) {
  const shown = { action: '/api/contact', id: 'contact', className: 'form', rules: contactRules, labels, send }
  return <FormView {...form} {...shown} draftKey={form.island && contactDraftKey} />
}

type ConsultationFormProps = Filled<ConsultationField> & { words: BookingWords }

export function ConsultationForm({ words: { labels, send }, ...form }: ConsultationFormProps) {
  const shown = { action: '/api/booking', id: 'booking', className: 'form', rules: consultationRules, labels, send }
  return <FormView {...form} {...shown} />
}
