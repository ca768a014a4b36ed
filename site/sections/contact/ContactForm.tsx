import type { SectionWords } from '../../../platform/content/home/section-schemas.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { contactFields } from '../../../server/leads/fields.ts'
import { ContactLinks } from '../../ui/ContactLinks.tsx'
import { type DraftWords, draftHref } from '../../ui/form/email-draft.ts'
import { Form, type FormProps, type PageFormProps } from '../../ui/form/Form.tsx'

type ContactFormProps = PageFormProps & Pick<FormProps, 'send' | 'extras' | 'note'>

export function ContactForm(props: ContactFormProps) {
  const form = { action: '/api/contact', id: 'contact', className: 'form', fields: contactFields }
  return <Form {...props} {...form} draftKey={props.island && 'contact'} />
}

type ContactPageFormProps = PageFormProps & {
  words: SectionWords['contact']
  draft: Omit<DraftWords, 'texts'>
  studio: Studio
  isUnfolded?: boolean | undefined
}

/** Adds the optional fields, and a link that opens the typed text as an email draft. */
export function ContactPageForm({ words, draft, studio, isUnfolded = false, ...props }: ContactPageFormProps) {
  const emailHref = draftHref(props.values ?? {}, { ...draft, texts: props.texts })
  return (
    <ContactForm
      {...props}
      send={words.form.send}
      extras={{ summary: words.page.details, isOpen: isUnfolded }}
      note={
        <p className="form-note second">
          {`${words.direct} `}
          <ContactLinks studio={studio} emailHref={emailHref} />
        </p>
      }
    />
  )
}
