import './NewsletterForm.css'
import type { Newsletter } from '../../../platform/content/site-copy.ts'
import { newsletterFields } from '../../../server/newsletter/fields.ts'
import { Form, type PageFormProps } from '../../ui/form/Form.tsx'
import { Headline } from '../../ui/Headline.tsx'

type NewsletterFormProps = PageFormProps & { id: string; copy: Newsletter['form']; heading?: string }

export function NewsletterForm({ copy, heading, ...props }: NewsletterFormProps) {
  return (
    <Form {...props} action="/api/newsletter" className="newsletter" fields={newsletterFields} send={copy.send} isBrief>
      {heading && <h2>{heading}</h2>}
      <p>
        <Headline text={copy.consent} />
      </p>
    </Form>
  )
}
