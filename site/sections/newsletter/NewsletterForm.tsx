import './NewsletterForm.css'
import type { Newsletter } from '../../../platform/content/site-words.ts'
import { newsletterFields } from '../../../server/newsletter/fields.ts'
import { type Filled, Form } from '../../ui/form/Form.tsx'
import { Headline } from '../../ui/Headline.tsx'

type NewsletterFormProps = Filled & { id: string; texts: Newsletter['form']; heading?: string }

export function NewsletterForm({ texts, heading, ...form }: NewsletterFormProps) {
  const { send } = texts
  const shown = { action: '/api/newsletter', className: 'newsletter', fields: newsletterFields, labels: texts, send }
  return (
    <Form {...form} {...shown}>
      {heading && <h2>{heading}</h2>}
      <p>
        <Headline text={texts.consent} />
      </p>
    </Form>
  )
}
