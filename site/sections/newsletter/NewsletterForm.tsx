import './NewsletterForm.css'
import type { Newsletter } from '../../../platform/content/site-words.ts'
import { newsletterFields } from '../../../server/newsletter/fields.ts'
import { Form, type PageFormProps } from '../../ui/form/Form.tsx'
import { Headline } from '../../ui/Headline.tsx'

type NewsletterFormProps = PageFormProps & { id: string; words: Newsletter['form']; heading?: string }

export function NewsletterForm({ words, heading, ...props }: NewsletterFormProps) {
  const form = { action: '/api/newsletter', className: 'newsletter', fields: newsletterFields, send: words.send }
  return (
    <Form {...props} {...form} isBrief>
      {heading && <h2>{heading}</h2>}
      <p>
        <Headline text={words.consent} />
      </p>
    </Form>
  )
}
