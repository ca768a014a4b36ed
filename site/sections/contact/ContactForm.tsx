import { contactFields } from '../../../server/leads/fields.ts'
import { Form, type FormProps, type PageFormProps } from '../../ui/form/Form.tsx'

export function ContactForm({ texts, ...props }: PageFormProps & { texts: Pick<FormProps, 'labels' | 'send'> }) {
  const { labels, send } = texts
  const form = { action: '/api/contact', id: 'contact', className: 'form', fields: contactFields, labels, send }
  return <Form {...props} {...form} draftKey={props.island && 'contact'} />
}
