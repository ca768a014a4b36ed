import { contactFields } from '../../../server/leads/fields.ts'
import { type Filled, Form, type FormProps } from '../../ui/form/Form.tsx'

type ContactFormProps = Filled & { texts: Pick<FormProps, 'labels' | 'send'> }

export function ContactForm({ texts: { labels, send }, ...filled }: ContactFormProps) {
  const draftKey = filled.island && 'contact'
  const shown = {
    action: '/api/contact',
    id: 'contact',
    className: 'form',
    fields: contactFields,
    labels,
    send,
    draftKey,
  }
  return <Form {...filled} {...shown} />
}
