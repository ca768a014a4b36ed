import { contactFields } from '../../../server/leads/fields.ts'
import { Form, type FormProps, type PageFormProps } from '../../ui/form/Form.tsx'

type ContactFormProps = PageFormProps & { texts: Pick<FormProps, 'labels' | 'send'> }

export function ContactForm({ texts: { labels, send }, ...props }: ContactFormProps) {
  const form = { action: '/api/contact', id: 'contact', className: 'form', fields: contactFields, labels, send }
  return <Form {...props} {...form} draftKey={props.island && 'contact'} />
}
