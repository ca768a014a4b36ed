import './NewsletterForm.css'
import type { Newsletter } from '../../../platform/content/site-words.ts'
import { newsletterFields } from '../../../server/newsletter/fields.ts'
import { Form, type PageFormProps } from '../../ui/form/Form.tsx'
import { Headline } from '../../ui/Headline.tsx'

type NewsletterFormProps = PageFormProps & { id: string; texts: Newsletter['form']; heading?: string }

export function NewsletterForm({ texts, heading, ...props }: NewsletterFormProps) {
  const { send } = texts
  const form = { action: '/api/newsletter', className: 'newsletter', fields: newsletterFields, labels: texts, send }
  return (
    <Form {...props} {...form}>
      {heading && <h2>{heading}</h2>}
      <p>
        <Headline text={texts.consent} />
      </p>
    </Form>
  )
}
