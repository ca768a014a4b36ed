import './NewsletterForm.css'
import type { Newsletter } from '../../../platform/content/site-words.ts'
import { newsletterRules } from '../../../server/newsletter/newsletter.fields.ts'
import { FormView, type FormViewProps } from '../../ui/form/FormView.tsx'
import { Headline } from '../../ui/Headline.tsx'

type NewsletterFormProps = Pick<FormViewProps<'email'>, 'id' | 'island' | 'values' | 'errors'> & {
  texts: Newsletter['form']
  heading?: string
}

export function NewsletterForm({ texts, heading, ...form }: NewsletterFormProps) {
  return (
    <FormView
      {...form}
      action="/api/newsletter"
      className="newsletter"
      rules={newsletterRules}
      labels={texts}
      send={texts.send}
    >
      {heading && <h2>{heading}</h2>}
      <p>
        <Headline text={texts.consent} />
      </p>
    </FormView>
  )
}
