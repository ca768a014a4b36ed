import type { Home } from '../../content/home/home.ts'
import { FormView, type FormViewProps } from '../../ui/form/FormView.tsx'
import { type ContactField, contactDraftKey, contactRules } from './lead.fields.ts'

type ContactFormProps = Pick<FormViewProps<ContactField>, 'island' | 'values' | 'errors'> & {
  texts: Home['contact']['form']
}

export function ContactForm({ texts, ...form }: ContactFormProps) {
  const { labels, send } = texts
  return (
    <FormView
      {...form}
      action="/api/contact"
      id="contact"
      className="form"
      rules={contactRules}
      labels={labels}
      send={send}
      draftKey={form.island && contactDraftKey}
    />
  )
}
