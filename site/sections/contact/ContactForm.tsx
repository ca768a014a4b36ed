import { contactFields } from '../../../server/leads/fields.ts'
import { Form, type PageFormProps } from '../../ui/form/Form.tsx'

export function ContactForm({ send, ...props }: PageFormProps & { send: string }) {
  const form = { action: '/api/contact', id: 'contact', className: 'form', fields: contactFields, send }
  return <Form {...props} {...form} draftKey={props.island && 'contact'} />
}
